import { useQuery } from '@tanstack/react-query'
import { createClient } from '#core/web/client.ts'
import { categoriesContract } from '../../categories/contract.ts'

const categoriesApi = createClient(categoriesContract)

/** Categories of the platform as options. @param present of courses: such a value is its own label where it has none */
export function useCategories(...present: readonly (string | undefined)[]) {
  const categories = useQuery(categoriesApi.courseCategories())
  const options = (categories.data ?? []).map(({ value, label }) => ({ id: value, label }))
  const known = new Set(options.map(({ id }) => id))
  const others = new Set(present.filter((value) => value !== undefined && value !== '' && !known.has(value)))
  return [...options, ...[...others].map((value) => ({ id: value ?? '', label: value ?? '' }))]
}
