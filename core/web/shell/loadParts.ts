import type { Slot } from '../plugin.ts'
import { platformQuery, sessionQuery } from '../session.ts'
import { contributionsTo } from './contributed.ts'
import type { RouterContext } from './routes.ts'

/**
 * The loader of a page that shows a slot: the code of what is contributed to it comes with the page's own, so that
 * their calls begin together. A part that cannot be loaded says so itself where it would stand.
 */
export function loadsParts<Extra extends object, Props extends object>(slot: Slot<Extra, Props>) {
  return async ({ context: { queryClient, plugins } }: { context: RouterContext }): Promise<void> => {
    const platform = queryClient.getQueryData(platformQuery.queryKey)
    const user = queryClient.getQueryData(sessionQuery.queryKey)
    if (!platform || !user) return
    const parts = contributionsTo(slot, { plugins, platform, user })
    await Promise.allSettled(parts.map(async ({ component }) => component.preload()))
  }
}
