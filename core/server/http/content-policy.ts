import type { Env } from '#config/env.ts'
import type { GlobalSettings } from '#core/contract/settings.ts'
import type { ContentHosts } from '../contributed.ts'
import type { Core } from '../core.ts'

const SELF = "'self'"

/** Sources that pages may load from, without those that plugins add. */
const baseOf = ({ platformDomain }: Pick<Env, 'platformDomain'>): Record<string, readonly string[]> => ({
  'default-src': [SELF],
  'script-src': [SELF],
  'style-src': [SELF],
  'img-src': [SELF, 'data:', 'blob:'],
  'media-src': [SELF],
  'frame-src': [SELF],
  'font-src': [SELF],
  'connect-src': [SELF],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  // The form with which people who sign in on the platform's host go on at their organization's.
  'form-action': [SELF, `*.${platformDomain}:*`],
  'frame-ancestors': ["'none'"],
})

const directives: Record<keyof ContentHosts, string> = {
  frames: 'frame-src',
  media: 'media-src',
  pictures: 'img-src',
}

/** A host, or all below one. Anything else could end the directive, or open more than was meant. */
const host = /^https:\/\/(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9](:\d{1,5})?$/i

const formatPolicy = (policy: Record<string, readonly string[]>) =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join(';')

/** Returns the policy of every answer that has none of its own, where plugins add nothing. */
export const usualPolicy = (env: Pick<Env, 'platformDomain'>): string => formatPolicy(baseOf(env))

/** The same with the hosts that plugins add by the settings. While these cannot be read, those that were known last. */
export function contentPolicy(core: Core): () => Promise<string> {
  let known = { settings: undefined as GlobalSettings | undefined, policy: usualPolicy(core.env) }
  return async () => {
    const settings = await core.settings.current().catch(() => known.settings)
    if (settings && known.settings !== settings) known = { settings, policy: withHosts(core, settings) }
    return known.policy
  }
}

function withHosts(core: Core, settings: GlobalSettings): string {
  const policy = baseOf(core.env)
  for (const hosts of core.contentHosts.map((of) => of(settings))) {
    for (const [of, directive] of Object.entries(directives)) {
      const added = hosts[of as keyof ContentHosts] ?? []
      const refused = added.filter((each) => !host.test(each))
      if (refused.length > 0)
        core.log.warn({ refused }, 'left out of the content policy: not like https://video.example')
      policy[directive] = [...new Set([...(policy[directive] ?? []), ...added.filter((each) => host.test(each))])]
    }
  }
  return formatPolicy(policy)
}
