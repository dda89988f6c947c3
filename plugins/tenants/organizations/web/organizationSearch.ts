import type { PaletteFind } from '#core/web/plugin.ts'
import { organizationsApi } from './client.ts'

/** Maximum results; further ones are on the linked page. */
const MAX_SHOWN = 5

export const findOrganizations: PaletteFind = async (text, signal) => {
  const organizations = await organizationsApi.listTenants.call({ query: { search: text, limit: MAX_SHOWN } }, signal)
  return organizations.map(({ id, name, subdomain }) => ({
    id,
    label: name,
    description: subdomain,
    perform: ({ router }): Promise<void> => router.navigate({ to: '/tenants/$tenantId', params: { tenantId: id } }),
  }))
}
