import { fold } from '#core/contract/fold.ts'
import { useQuery } from '@tanstack/react-query'
import { useFoundOptions } from '#core/web/foundOptions.ts'
import { organizationsApi } from './client.ts'

const platformOption = { id: 'platform', label: 'Platform users', description: 'Without an organization' }
/** More than fit on a screen are found by typing on. */
const MAX_SHOWN = 20

/**
 * Choices of a ComboBox among thousands of organizations, found by the server as people type.
 * @param chosen id whose name is looked up when it is not among the choices
 * @param withPlatform offers 'platform' for users without an organization
 */
export function useOrganizationOptions(chosen: string | null | undefined, { withPlatform = false } = {}) {
  const { text, found, comboBox } = useFoundOptions(
    (search) => organizationsApi.listTenants.page({ query: { search, limit: MAX_SHOWN } }),
    ({ id, name, subdomain }) => ({ id, label: name, description: subdomain }),
  )
  const { options } = comboBox
  const isListed = chosen === 'platform' || options.some(({ id }) => id === chosen)
  const one = useQuery({
    ...organizationsApi.getTenant({ params: { id: chosen ?? '' } }),
    enabled: Boolean(chosen) && !isListed && found.isSuccess,
  })
  const isPlatformFound = withPlatform && fold(platformOption.label).includes(fold(text))
  const label = chosen === 'platform' ? platformOption.label : one.data?.name
  return {
    ...comboBox,
    options: isPlatformFound ? [platformOption, ...options] : options,
    selectedLabel: label ?? (one.isError ? 'Unknown organization' : ''),
    emptyText: found.isError ? 'The organizations could not be loaded' : 'No organization found',
  }
}
