import type { Env } from '#config/env.ts'
import type { GlobalSettings } from '#core/contract/settings.ts'
import type { ContentHosts } from '../contributed.ts'
import type { Core } from '../core.ts'

const SELF = "'self'"

/** Sources from which pages may load, without those of plugins. */
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
  // The form that takes users who sign in on the platform's host to their organization's.
  'form-action': [SELF, `*.${platformDomain}:*`],
  'frame-ancestors': ["'none'"],
})

const directives: Record<keyof ContentHosts, string> = {
  frames: 'frame-src',
  media: 'media-src',
  pictures: 'img-src',
}

/** A host, or all hosts below one. Any other text could end the directive, or allow more than intended. */
const host = /^https:\/\/(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9](:\d{1,5})?$/i

const formatPolicy = (policy: Record<string, readonly string[]>) =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join(';')

/** Returns the default policy of answers, without additions of plugins. */
export const usualPolicy = (env: Pick<Env, 'platformDomain'>): string => formatPolicy(baseOf(env))

/** Returns the policy with the hosts of plugins. While the settings cannot be read, uses the last known hosts. */
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
