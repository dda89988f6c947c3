import { useQuery } from '@tanstack/react-query'
import { createClient } from '#core/web/client.ts'
import { categoriesContract } from '../../categories/contract.ts'

const categoriesApi = createClient(categoriesContract)

/**
 * Returns the platform's categories as options. @param present values of courses: one that is not in the list is its own label
 */
export function useCategories(...present: readonly (string | undefined)[]) {
  const categories = useQuery(categoriesApi.courseCategories())
  const options = (categories.data ?? []).map(({ value, label }) => ({ id: value, label }))
  const known = new Set(options.map(({ id }) => id))
  const others = new Set(present.filter((value) => value !== undefined && value !== '' && !known.has(value)))
  return [...options, ...[...others].map((value) => ({ id: value ?? '', label: value ?? '' }))]
}
