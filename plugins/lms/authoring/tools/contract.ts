import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText, text } from '#core/contract/fields.ts'

/** Bytes of a tool's settings, in any script. */
const MAX_TOOL_BYTES = 65_536
/** External tools that one organization can have. */
export const MAX_TOOLS = 50
/** Redirect addresses of one tool. */
export const MAX_REDIRECT_URLS = 20

const address = (message: string) => requiredText(1000, message)

const toolFields = {
  name: requiredText(100, 'Enter a name'),
  /** Address at which the tool begins a login (OpenID Connect, third-party initiated). */
  loginUrl: address('Enter the login address'),
  /** Address of the tool for lessons without one of their own. */
  launchUrl: address('Enter the launch address'),
  /** One on each line; messages are posted to these alone. */
  redirectUrls: text(5000).refine((value) => value !== '', 'Enter a redirect address'),
  /** Address of the tool's keys; empty where a key is given. */
  keysUrl: text(1000),
  /** Public key as PEM or JWK; empty where an address of keys is given. */
  publicKey: text(8000),
  /** The tool supports deep linking. */
  offersContent: z.boolean(),
  sharesNames: z.boolean(),
  sharesEmails: z.boolean(),
  /** The tool may read the learners of its courses. */
  sharesMembers: z.boolean(),
  isEnabled: z.boolean(),
}

export const newTool = z.object(toolFields)
export type NewTool = z.output<typeof newTool>

export const externalTool = z.object({
  id,
  ...toolFields,
  clientId: z.string(),
  deploymentId: z.string(),
  updatedAt: instant,
})
export type ExternalTool = z.infer<typeof externalTool>

/** Addresses of this platform that a tool's own settings ask for. */
const platformDetails = z.object({
  issuer: z.string(),
  authorizationUrl: z.string(),
  tokenUrl: z.string(),
  keysUrl: z.string(),
})
export type PlatformDetails = z.infer<typeof platformDetails>

const offeredTool = z.object({ id, name: z.string(), offersContent: z.boolean() })
export type OfferedTool = z.infer<typeof offeredTool>

/** Content that an author has chosen at a tool. */
export const chosenContent = z.object({
  title: z.string(),
  url: z.string(),
  custom: z.record(z.string(), z.string()),
  /** null: the tool reports no score. */
  maxPoints: z.number().nullable(),
})
export type ChosenContent = z.infer<typeof chosenContent>

/** Address that opens a tool; its browser has some minutes to follow. */
export const launched = z.object({ id, url: z.string() })

const admins = { who: ['tenant_admin'], hosts: 'tenant', scope: 'tenant', sessionOnly: true } as const
const confirmed = { ...admins, recentlyConfirmed: true } as const
const byId = z.object({ id })

export const toolsContract = {
  listExternalTools: endpoint({
    method: 'GET',
    path: '/api/tenant/lti/tools',
    summary: 'External tools of the organization, by name',
    access: admins,
    response: z.array(externalTool),
  }),
  getLtiPlatform: endpoint({
    method: 'GET',
    path: '/api/tenant/lti/platform',
    summary: 'Addresses of this platform that the settings of an external tool ask for',
    access: admins,
    response: platformDetails,
  }),
  createExternalTool: endpoint({
    method: 'POST',
    path: '/api/tenant/lti/tools',
    status: 201,
    rateLimit: 20,
    summary: `Register an external tool by LTI 1.3; at most ${MAX_TOOLS} for an organization`,
    audit: 'external-tool.created',
    access: confirmed,
    body: newTool,
    bodyLimit: MAX_TOOL_BYTES,
    response: externalTool,
  }),
  updateExternalTool: endpoint({
    method: 'PUT',
    path: '/api/tenant/lti/tools/{id}',
    summary: 'Change an external tool',
    audit: 'external-tool.updated',
    access: confirmed,
    params: byId,
    body: newTool.extend({ updatedAt: instant.optional() }),
    bodyLimit: MAX_TOOL_BYTES,
    response: externalTool,
  }),
  deleteExternalTool: endpoint({
    method: 'DELETE',
    path: '/api/tenant/lti/tools/{id}',
    summary: 'Delete an external tool: its lessons no longer open, and scores stay',
    audit: 'external-tool.deleted',
    access: { ...admins, whileReadOnly: true },
    params: byId,
    response: 'none',
  }),
  listOfferedTools: endpoint({
    method: 'GET',
    path: '/api/tenant/lti/offered-tools',
    summary: 'Enabled external tools, for authors of lessons',
    access: admins,
    response: z.array(offeredTool),
  }),
  chooseToolContent: endpoint({
    method: 'POST',
    path: '/api/tenant/lti/tools/{id}/choices',
    status: 201,
    rateLimit: 60,
    summary: 'Open a tool to choose the content of a lesson there (deep linking)',
    unaudited: 'Nothing is chosen yet; the change of the lesson is recorded',
    access: admins,
    params: byId,
    body: z.object({ lessonId: id }),
    response: launched,
  }),
  getToolChoice: endpoint({
    method: 'GET',
    path: '/api/tenant/lti/choices/{id}',
    summary: 'Content that the caller has chosen at a tool',
    access: admins,
    params: byId,
    response: z.object({
      /** null: not chosen yet. */
      chosen: chosenContent.nullable(),
    }),
  }),
} as const
