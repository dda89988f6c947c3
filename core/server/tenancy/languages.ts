import {
  organizationLanguages,
  organizationLanguagesContract,
  type OrganizationLanguages,
} from '#core/contract/organization-languages.ts'
import { changedFields, record } from '../audit.ts'
import type { TenantScope } from '../core.ts'
import { statement } from '../database/statement.ts'
import { invalidField, notFound } from '../errors.ts'
import { mount } from '../http/mount.ts'

const columns = 'languages, default_language as "defaultLanguage"'

const selectLanguages = statement(organizationLanguages, `select ${columns} from tenants where id = $tenantId`)

const lockLanguages = statement(
  organizationLanguages,
  `select ${columns} from tenants where id = $tenantId for no key update`,
)

const updateLanguages = statement(
  `update tenants set languages = $languages::text[], default_language = $defaultLanguage where id = $tenantId`,
)

async function languagesOf(scope: TenantScope, { isLocked }: { isLocked: boolean }): Promise<OrganizationLanguages> {
  const [row] = await scope.rows(isLocked ? lockLanguages : selectLanguages, { tenantId: scope.tenantId })
  if (!row) throw notFound('Organization')
  return row
}

async function getOrganizationLanguages(scope: TenantScope): Promise<OrganizationLanguages & { available: string[] }> {
  return { ...(await languagesOf(scope, { isLocked: false })), available: scope.core.env.languages }
}

/** @throws invalid at `languages` for one that the installation does not have */
async function updateOrganizationLanguages(
  scope: TenantScope,
  { languages: chosen, defaultLanguage }: OrganizationLanguages,
): Promise<OrganizationLanguages> {
  const former = await languagesOf(scope, { isLocked: true })
  const { languages: available } = scope.core.env
  // A language that the installation has given up may stay, and is offered to no one.
  const unknown = chosen.some((language) => !available.includes(language) && !former.languages.includes(language))
  if (unknown) throw invalidField('languages', 'Choose languages that this installation has')
  const { before, after } = changedFields<OrganizationLanguages>(former, {
    languages: [...new Set(chosen)],
    defaultLanguage,
  })
  if (Object.keys(after).length === 0) return former
  const next = { ...former, ...after }
  await scope.rows(updateLanguages, { ...next, tenantId: scope.tenantId })
  await record(scope, {
    action: 'tenant.languages-updated',
    category: 'account',
    description: 'Changed the languages of the organization',
    resource: 'tenant',
    resourceId: scope.tenantId,
    before,
    after,
  })
  await scope.core.invalidations.announce(scope, 'tenant', scope.tenantId)
  return next
}

export const mountedLanguages = mount(organizationLanguagesContract, {
  getOrganizationLanguages,
  updateOrganizationLanguages,
})
