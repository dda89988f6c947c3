import { CONFIRM_UPGRADE_CODE } from '#core/contract/limits.ts'
import type { ApiError } from './apiError.ts'
import { announceRefusal } from './refusals.ts'

type Ask = (question: string) => Promise<boolean>

let ask: Ask | undefined
/** Open questions by plan: several acts that pass a limit at once, as uploads do, ask once. */
const asking = new Map<string, Promise<boolean>>()

/** Sets how people are asked whether an act may move their organization to a larger plan. @returns a function that ends it */
export function onUpgradeToConfirm(handler: Ask): () => void {
  ask = handler
  return () => {
    if (ask === handler) ask = undefined
  }
}

// Every page loads this: the library of shapes would weigh more than the rest of the sign-in page.
function planOf(details: unknown): string | undefined {
  const isGiven = typeof details === 'object' && details !== null && 'plan' in details
  return isGiven && typeof details.plan === 'string' ? details.plan : undefined
}

/**
 * Asks about the upgrade that an act needs.
 * @returns the plan to send with the act, or undefined where the answer is about something else, or was no
 */
export async function askForUpgrade({
  code,
  detail,
  details,
}: Pick<ApiError, 'code' | 'detail' | 'details'>): Promise<string | undefined> {
  if (code !== CONFIRM_UPGRADE_CODE) return undefined
  const plan = planOf(details)
  if (plan === undefined || !ask) return undefined
  const isAgreed = asking.get(plan) ?? ask(detail).finally(() => asking.delete(plan))
  asking.set(plan, isAgreed)
  return (await isAgreed) ? plan : undefined
}

/** Lets screens that show the subscription read it again, once an act that needed an upgrade has gone through. */
export const announceUpgrade: (asked: ApiError) => void = announceRefusal
