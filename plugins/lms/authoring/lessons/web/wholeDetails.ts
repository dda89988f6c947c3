import type { ContentType } from '../contract.ts'
import { getKind } from '../kinds/contract.ts'

/** Completes half-typed details with the last saved ones. */
export function mergeDetails(
  type: ContentType,
  written: Record<string, unknown>,
  kept: Record<string, unknown>,
): object {
  const { details } = getKind(type)
  const { success, data } = details.safeParse(written)
  return success ? data : details.parse(kept)
}
