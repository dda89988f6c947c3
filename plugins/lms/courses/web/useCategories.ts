import { useQuery } from '@tanstack/react-query'
import { createClient } from '#core/web/client.ts'
import { categoriesContract } from '../../categories/contract.ts'

const categoriesApi = createClient(categoriesContract)

/** The categories of the platform as options; one that a course has and that is gone stays its own. */
export function useCategories(present?: string) {
  const categories = useQuery(categoriesApi.courseCategories())
  const options = (categories.data ?? []).map(({ value, label }) => ({ id: value, label }))
  const isGone = present !== undefined && present !== '' && !options.some(({ id }) => id === present)
  return isGone ? [...options, { id: present, label: present }] : options
}
