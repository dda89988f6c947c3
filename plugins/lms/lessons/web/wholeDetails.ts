import type { ContentType } from '../contract.ts'
import { kindOf } from '../kinds/contract.ts'

/** What is being written, as its kind has it; while something of it is half typed, what was kept last. */
export function wholeDetails(
  type: ContentType,
  written: Record<string, unknown>,
  kept: Record<string, unknown>,
): object {
  const { details } = kindOf(type)
  const { success, data } = details.safeParse(written)
  return success ? data : details.parse(kept)
}
