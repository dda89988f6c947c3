import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { safeNext } from '#core/contract/next.ts'
import type { PageInfo } from '../page.ts'
import type { AnyWebPlugin } from '../plugin.ts'
import { platformQuery, sessionQuery } from '../session.ts'
import { admission } from './admission.ts'
import type { Refusal } from './admission.ts'
import { isFilled } from './contributed.ts'

interface Entering {
  queryClient: QueryClient
  plugins: readonly AnyWebPlugin[]
  addPlugins: () => Promise<boolean>
}

interface Location {
  href: string
  pathname: string
  search: { next?: unknown }
}

/** A page that no app has, so that hosts which are closed say that first. */
const nowhere: PageInfo = { title: '', apps: [] }

/**
 * Knows host and user before anything else is loaded, and lets people in, sends them on, or shows what is wrong.
 * @param leaf the page; undefined for a path that no route of the tree has
 */
export async function enter(
  { queryClient, plugins, addPlugins }: Entering,
  location: Location,
  leaf: { staticData: PageInfo } | undefined,
): Promise<void> {
  const [platform, user] = await Promise.all([
    queryClient.ensureQueryData(platformQuery),
    queryClient.ensureQueryData(sessionQuery),
  ])
  // The path was matched before the tree had grown.
  if ((user || !leaf) && (await addPlugins())) throw redirect({ href: location.href, replace: true })
  const page = leaf?.staticData ?? nowhere
  const answer = admission(platform, user, page, location.pathname)
  if (answer.kind === 'refuse') throw notFound({ data: answer.screen })
  if (answer.kind === 'enter') {
    if (user && !isFilled(page, { plugins, platform, user })) throw notFound({ data: 'not-found' satisfies Refusal })
    return
  }
  if (answer.to === '/auth') {
    throw redirect({ to: '/auth', search: location.pathname === '/' ? {} : { next: location.href } })
  }
  const next = page.access === 'guest' ? safeNext(location.search.next) : undefined
  throw redirect({ href: next ?? answer.to })
}
