/**
 * Names the plan to which an organization may move because of this act. An act that passes a limit of the plan answers 403
 * `plan.confirm-upgrade` without it, with the name in `details`.
 */
export const PLAN_UPGRADE_HEADER = 'x-plan-upgrade'

/** Code of an act that succeeds once the caller agrees to the resulting upgrade; `details` are `{ plan }`. */
export const CONFIRM_UPGRADE_CODE = 'plan.confirm-upgrade'
