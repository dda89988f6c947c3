import type { SubscriptionStatus } from '../contract.ts'

const DAY_MS = 86_400_000

/** A plan as the model knows it. */
export interface ModelPlan {
  isTrial: boolean
  isFree: boolean
  months: number
}

interface ModelInvoice {
  start: number
  end: number
  due: number
  isPaid: boolean
}

/**
 * A subscription by the rules of the product, reckoned in another way than the product does: event after event in the
 * order of their times, with the calendar of the language. It knows no table of moves. Days of trial 14, of grace 7,
 * until an invoice is due 14.
 */
export class LifeModel {
  status: SubscriptionStatus
  start: number
  end: number
  isToCancel = false
  invoices: ModelInvoice[] = []
  /** Unpaid after a trial, without a period that was ever to be paid. */
  isUnpaidTrial = false
  graceEnd = Infinity
  #plan: ModelPlan
  #tolerated = -Infinity
  /** True while the present period is invoiced at a price, false while it is free; null before the first one. */
  #isBilled: boolean | null = null
  #anchor: { at: number; periods: number; months: number }
  /** True while the present period is the days of a trial, after which periods are counted anew. */
  #isTrial: boolean

  constructor(plan: ModelPlan, now: number) {
    this.#plan = plan
    this.status = plan.isTrial ? 'trialing' : 'active'
    this.start = now
    this.end = now + 14 * DAY_MS
    this.#anchor = { at: now, periods: 0, months: plan.months }
    this.#isTrial = plan.isTrial
    if (!plan.isTrial) this.#restart(now)
  }

  isReadOnly(now: number): boolean {
    return ['paused', 'canceled'].includes(this.status) || (this.status === 'past_due' && this.graceEnd <= now)
  }

  /** The hourly run, however late it comes. */
  catchUp(now: number): void {
    if (this.isToCancel && this.status !== 'canceled' && this.end <= now) return this.#become('canceled')
    for (;;) {
      const overdue = this.status === 'active' ? this.#overdueSince(now) : Infinity
      const isOver = this.end <= now && ['trialing', 'active', 'past_due'].includes(this.status)
      if (overdue <= now && (!isOver || overdue <= this.end)) this.#owe(overdue)
      else if (this.status === 'trialing' && isOver) this.#endTrial(now)
      else if (isOver && !this.isUnpaidTrial && this.graceEnd > this.end) this.#renew(now)
      else return
    }
  }

  /** @returns false where nothing is to be paid */
  pay(now: number): boolean {
    const isWaiting = this.status === 'trialing' || this.status === 'past_due'
    const isForNewPeriod = isWaiting && !this.#costsNothing && !this.#open.length && !this.#runningAt(now)
    if (isForNewPeriod) this.#activate(now)
    if (!this.#open.length) return false
    for (const invoice of this.#open) invoice.isPaid = true
    this.#settle(now)
    return true
  }

  choosePlan(plan: ModelPlan, now: number): void {
    if (plan === this.#plan) return
    this.#plan = plan
    if (plan.isTrial) return
    if (this.status === 'trialing' || this.isUnpaidTrial) this.#activate(now)
    if (plan.isFree) this.#settle(now)
    this.#chargeRest(now)
  }

  cancelAtEnd(now: number): void {
    if (this.isToCancel) return
    if (this.end <= now && this.status !== 'canceled') return this.#become('canceled')
    this.isToCancel = true
  }

  setStatus(status: SubscriptionStatus, now: number): void {
    if (status === this.status) return
    if (status === 'active') {
      this.#tolerated = now
      return this.#activate(now)
    }
    const wasOnTrial = this.status === 'trialing'
    this.#become(status)
    if (status === 'trialing') {
      this.#isTrial = true
      ;[this.start, this.end] = [now, now + 14 * DAY_MS]
    }
    if (status !== 'past_due') return
    this.graceEnd = now + 7 * DAY_MS
    this.isUnpaidTrial = wasOnTrial
  }

  get #costsNothing(): boolean {
    return this.#plan.isFree || this.#plan.isTrial
  }

  get #open(): ModelInvoice[] {
    return this.invoices.filter(({ isPaid }) => !isPaid)
  }

  #runningAt = (now: number) => this.invoices.find(({ end }) => end > now)

  #overdueSince = (now: number) =>
    Math.min(Infinity, ...this.#open.map(({ due }) => due).filter((due) => due <= now && due > this.#tolerated))

  /** From free to a price within a period: what is left of it is to be paid. */
  #chargeRest(now: number): void {
    const isRunning = this.status === 'active' || (this.status === 'past_due' && !this.isUnpaidTrial)
    if (!isRunning || this.end <= now || this.#costsNothing || this.#isBilled !== false) return
    this.#isBilled = true
    const last = Math.max(this.start, ...this.invoices.filter(({ end }) => end > now).map(({ start }) => start))
    this.invoices.push({ start: Math.max(now, last + 1), end: this.end, due: now + 14 * DAY_MS, isPaid: false })
  }

  #become(status: SubscriptionStatus): void {
    this.status = status
    this.graceEnd = Infinity
    this.isUnpaidTrial = false
    if (status === 'canceled') this.isToCancel = false
  }

  #owe(since: number): void {
    this.#become('past_due')
    this.graceEnd = since + 7 * DAY_MS
  }

  #endTrial(now: number): void {
    if (this.#plan.isFree || this.#runningAt(now)) return this.#activate(now)
    this.#owe(this.end)
    this.isUnpaidTrial = true
  }

  #settle(now: number): void {
    if (this.status !== 'past_due' || this.isUnpaidTrial || this.#overdueSince(now) <= now) return
    const isLapsed = this.end <= now && this.graceEnd <= this.end
    if (isLapsed) this.#activate(now)
    else this.#become('active')
  }

  /** Goes on with time that is invoiced already, or begins anew. */
  #activate(now: number): void {
    const running = this.#runningAt(now)
    this.#become('active')
    if (!running) return this.#restart(now)
    this.#isTrial = false
    ;[this.start, this.end] = [running.start, running.end]
  }

  #restart(now: number): void {
    this.#anchor = { at: now, periods: 0, months: this.#plan.months }
    this.end = now
    this.#renew(now)
  }

  #renew(now: number): void {
    if (this.#isTrial || this.#anchor.months !== this.#plan.months) {
      this.#anchor = { at: this.end, periods: 0, months: this.#plan.months }
    }
    this.#isTrial = false
    this.start = this.end
    this.#anchor.periods += 1
    this.end = Temporal.Instant.fromEpochMilliseconds(this.#anchor.at)
      .toZonedDateTimeISO('UTC')
      .add({ months: this.#anchor.periods * this.#anchor.months }).epochMilliseconds
    this.#isBilled = !this.#costsNothing
    if (this.#costsNothing) return
    this.invoices.push({ start: this.start, end: this.end, due: now + 14 * DAY_MS, isPaid: false })
  }
}
