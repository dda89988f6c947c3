import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { languageCode } from './identity.ts'

/** Languages that an organization's users may choose, and the one that they read until they have chosen. */
export const organizationLanguages = z.object({
  languages: z.array(languageCode),
  defaultLanguage: languageCode,
})
export type OrganizationLanguages = z.infer<typeof organizationLanguages>

const offeredLanguages = organizationLanguages.extend({ available: z.array(z.string()) })
export type OfferedLanguages = z.infer<typeof offeredLanguages>

const organizationLanguagesChange = z
  .object({
    languages: z.array(languageCode).min(1, 'Offer at least one language').max(40),
    defaultLanguage: languageCode,
  })
  .refine(({ languages, defaultLanguage }) => languages.includes(defaultLanguage), {
    message: 'Choose one of the languages that you offer',
    path: ['defaultLanguage'],
  })

const access = { who: ['tenant_admin'], hosts: 'tenant', scope: 'tenant' } as const

export const organizationLanguagesContract = {
  getOrganizationLanguages: endpoint({
    method: 'GET',
    path: '/api/tenant/languages',
    summary: 'Languages that the organization offers, and those that this installation has',
    access,
    response: offeredLanguages,
  }),
  updateOrganizationLanguages: endpoint({
    method: 'PUT',
    path: '/api/tenant/languages',
    summary: 'Change the languages that users may choose and the default one',
    audit: 'tenant.languages-updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access,
    body: organizationLanguagesChange,
    response: organizationLanguages,
  }),
} as const
