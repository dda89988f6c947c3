import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { PageOf } from '#core/contract/paging.ts'
import type { ApiError } from './apiError.ts'
import type { Option } from './ui/fields/OptionItem.tsx'
import { useDebounced } from './ui/lists/searchText.ts'

/**
 * Choices of a ComboBox among thousands, found by the server as people type.
 * @param find the read of what fits a text; about 20 rows are enough, the rest is found by typing on
 */
export function useFoundOptions<Row>(
  find: (search: string | undefined) => UseQueryOptions<PageOf<Row>, ApiError>,
  optionOf: (row: Row) => Option,
) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const found = useQuery({ ...find(search || undefined), placeholderData: keepPreviousData })
  return {
    text: text.trim(),
    found,
    comboBox: {
      options: (found.data?.rows ?? []).map(optionOf),
      onInputChange: setText,
      isLoading: found.isFetching || text.trim() !== search,
    },
  }
}
