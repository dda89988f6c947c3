import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText } from '#core/contract/fields.ts'
import { admins, staff } from '../contract.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { MAX_BODY, messageFields, messageText, unknownFields } from './contract.ts'

/** Fields of a template: those of messages, and of the session that it is filled in for. */
export const templateFields = [...messageFields, 'session', 'time', 'place'] as const

const withFields = (value: string, context: z.RefinementCtx) => {
  const [unknown] = unknownFields(value, templateFields)
  if (unknown !== undefined) {
    context.addIssue(`{${unknown}} is not a field. Use ${templateFields.map((name) => `{${name}}`).join(', ')}.`)
  }
}

export const newTemplate = z.object({
  name: requiredText(100, 'Enter a name'),
  subject: requiredText(200, 'Enter a subject').superRefine(withFields),
  body: messageText(MAX_BODY, 'Enter a message').superRefine(withFields),
})
export type NewTemplate = z.output<typeof newTemplate>

const templateChange = newTemplate.extend({ updatedAt: instant }).partial()
export type TemplateChange = z.output<typeof templateChange>

export const template = newTemplate.extend({
  id,
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  updatedAt: instant,
})
export type Template = z.infer<typeof template>

export const sessionChanges = ['moved', 'cancelled'] as const

const one = z.object({ id })

export const templatesContract = {
  listTemplates: endpoint({
    method: 'GET',
    path: '/api/message-templates',
    summary: 'Templates of messages by name',
    access: staff,
    query: pagingQuery,
    response: z.array(template),
  }),
  createTemplate: endpoint({
    method: 'POST',
    path: '/api/message-templates',
    status: 201,
    summary: 'Add a template',
    audit: 'message-template.created',
    access: admins,
    body: newTemplate,
    response: template,
  }),
  updateTemplate: endpoint({
    method: 'PUT',
    path: '/api/message-templates/{id}',
    summary: 'Change a template',
    audit: 'message-template.changed',
    unaudited: 'Where nothing differs, nothing is changed',
    access: admins,
    params: one,
    body: templateChange,
    response: template,
  }),
  deleteTemplate: endpoint({
    method: 'DELETE',
    path: '/api/message-templates/{id}',
    summary: 'Delete a template',
    audit: 'message-template.deleted',
    access: admins,
    params: one,
    response: 'none',
  }),
  sessionMessage: endpoint({
    method: 'GET',
    path: '/api/sessions/{id}/message',
    summary: 'A message to the families of a session, filled in for what changed, or with a template',
    access: staff,
    params: one,
    query: z.object({ change: z.enum(sessionChanges).optional(), templateId: id.optional() }),
    response: z.object({ subject: z.string(), body: z.string() }),
  }),
} as const
