import type { ContentType } from '../contract.ts'
import { kindOf } from '../kinds/contract.ts'

/** Completes details that are half typed with those that were saved last. */
export function wholeDetails(
  type: ContentType,
  written: Record<string, unknown>,
  kept: Record<string, unknown>,
): object {
  const { details } = kindOf(type)
  const { success, data } = details.safeParse(written)
  return success ? data : details.parse(kept)
}
