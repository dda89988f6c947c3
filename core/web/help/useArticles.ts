import { useQuery } from '@tanstack/react-query'
import { useMatches, useRouter } from '@tanstack/react-router'
import { usePlatform, useUser } from '../session.ts'
import { filterEnabled } from '../shell/contributed.ts'
import { parseArticles, type Article } from './article.ts'

/** Loads the articles of plugins that are on, for the user's role, by title; undefined until they are there. */
export function useArticles() {
  const { plugins } = useRouter().options.context
  const platform = usePlatform()
  const { role } = useUser()
  const enabled = filterEnabled(plugins, platform)
  return useQuery({
    queryKey: ['help', role, enabled.map(({ id }) => id)],
    queryFn: async (): Promise<Article[]> => {
      const loaded = await Promise.all(
        enabled.map(async ({ id, help }) => (help ? parseArticles(id, (await help()).articles) : [])),
      )
      return loaded
        .flat()
        .filter(({ roles }) => roles.includes(role))
        .toSorted((one, other) => one.title.localeCompare(other.title))
    },
    staleTime: Infinity,
  })
}

/** Path of the route that is shown, `/sessions/$id`. */
export const useRoutePath = (): string => useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/' })
