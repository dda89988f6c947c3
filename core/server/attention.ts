import { z } from 'zod'
import { attentionContract, attentionTones, type Attention } from '#core/contract/attention.ts'
import type { PlatformScope } from './core.ts'
import { statement } from './database/statement.ts'
import { mount } from './http/mount.ts'
import { countText } from './texts.ts'

/** Maximum items of each kind: the linked page lists all. */
export const MAX_ATTENTION = 10

const MAX_HELD_COUNTED = 1000

const countHeldEmails = statement(
  z.object({ held: z.number(), oldest: z.string().nullable() }),
  `select count(*)::int as held, min(created_at) as oldest
    from (select created_at from mail_messages where status = 'held' order by created_at limit ${MAX_HELD_COUNTED}) m`,
)

/** Messages that wait for a mail server. */
async function heldEmailAttention(scope: PlatformScope): Promise<Attention[]> {
  const [found] = await scope.rows(countHeldEmails)
  if (!found || found.held === 0) return []
  const { mailHost } = await scope.core.settings.current()
  return [
    {
      id: 'mail',
      tone: 'amber',
      label: 'Email held',
      name: `${countText(found.held, 'message')}${found.held === MAX_HELD_COUNTED ? ' or more' : ''} not sent`,
      words: mailHost
        ? 'A mail server is set up now: send them, or look at them first. The oldest is from'
        : 'There is no mail server to send with. The oldest is from',
      at: found.oldest,
      href: '/settings/messages?status=held',
    },
  ]
}

const urgency = ({ tone }: Attention) => attentionTones.indexOf(tone)

/** Lists the items of core and of each plugin, with one query each. */
export const mountedAttention = mount(attentionContract, {
  listPlatformAttention: async (scope) => {
    const found = []
    for (const list of [...scope.core.attention, heldEmailAttention]) found.push(...(await list(scope)))
    return found.toSorted((a, b) => urgency(a) - urgency(b))
  },
})
