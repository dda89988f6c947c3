import type { PaletteFind } from '#core/web/plugin.ts'
import { organizationsApi } from './client.ts'

/** More are on the page that each of them leads to. */
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
