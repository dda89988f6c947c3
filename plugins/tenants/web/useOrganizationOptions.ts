import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '#core/web/ui/searchText.ts'
import { tenantsApi } from './client.ts'

const platformOption = { id: 'platform', label: 'Platform users', description: 'Without an organization' }
/** More than fit on a screen are found by typing on. */
const SHOWN = 20

/**
 * Choices of a ComboBox among thousands of organizations, found by the server as people type.
 * @param chosen id whose name is looked up when it is not among the choices
 * @param withPlatform offers 'platform' for users without an organization
 */
export function useOrganizationOptions(chosen: string | null | undefined, { withPlatform = false } = {}) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const found = useQuery({
    ...tenantsApi.listTenants.page({ query: { search: search || undefined, limit: SHOWN } }),
    placeholderData: keepPreviousData,
  })
  const options = (found.data?.rows ?? []).map(({ id, name, subdomain }) => ({
    id,
    label: name,
    description: subdomain,
  }))
  const isListed = chosen === 'platform' || options.some(({ id }) => id === chosen)
  const one = useQuery({
    ...tenantsApi.getTenant({ params: { id: chosen ?? '' } }),
    enabled: Boolean(chosen) && !isListed && found.isSuccess,
  })
  const isPlatformFound = withPlatform && platformOption.label.toLowerCase().includes(text.trim().toLowerCase())
  const label = chosen === 'platform' ? platformOption.label : one.data?.name
  return {
    options: isPlatformFound ? [platformOption, ...options] : options,
    selectedLabel: label ?? (one.isError ? 'Unknown organization' : ''),
    onInputChange: setText,
    isLoading: found.isFetching || text.trim() !== search,
    emptyText: found.isError ? 'The organizations could not be loaded' : 'No organization found',
  }
}
