import type { HoldReason } from '../moderation-contract.ts'
import { addressPatterns, containsAddress } from './flags/address.ts'
import { foldText } from './flags/fold-text.ts'
import { handlePatterns, containsHandle } from './flags/handle.ts'
import { linkPatterns, containsLink, withoutEmails } from './flags/links.ts'
import { phonePatterns, containsPhone } from './flags/phone.ts'

type Flag = Extract<HoldReason, 'phone' | 'email' | 'address' | 'link' | 'handle'>

/**
 * Finds contact details that children should not share with strangers, and links. It rather holds a post too many than one too
 * few, since a moderator reviews it: core/decisions/0082-rules-that-hold-posts.md has the statistics.
 */
export function findFlags(text: string): Flag[] {
  const folded = foldText(text)
  const rest = withoutEmails(folded)
  return [
    ...(containsPhone(folded) ? (['phone'] as const) : []),
    ...(rest === folded ? [] : (['email'] as const)),
    ...(containsAddress(folded) ? (['address'] as const) : []),
    ...(containsLink(rest) ? (['link'] as const) : []),
    ...(containsHandle(folded) ? (['handle'] as const) : []),
  ]
}

/** Patterns of all rules, as built. */
export const flagPatterns: readonly RegExp[] = [
  ...phonePatterns,
  ...linkPatterns,
  ...handlePatterns,
  ...addressPatterns,
]
