import fc from 'fast-check'
import { afterEach, expect, vi } from 'vitest'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { assertDatabaseLaw } from '#core/testing/laws.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { subscriptionStatuses } from '../../contract.ts'
import { billing } from '../../plugin.ts'
import { LifeModel, type ModelPlan } from '../../testing/life-model.ts'
import {
  createPlan,
  DAY_MS,
  invoicesOf,
  planNamed,
  buildSubscribed,
  subscriptionOf,
} from '../../testing/subscriptions.ts'
import { keepUp } from './cycle.ts'

const test = pluginTest([audit, billing, tenants])

afterEach(() => {
  vi.restoreAllMocks()
})

/** A day from which a trial ends in the next month; ahead of the clock, and the same in every run. */
const START = Date.UTC(2040, 0, 19, 9, 30)

const models = {
  trial: { isTrial: true, isFree: false, months: 1 },
  free: { isTrial: false, isFree: true, months: 1 },
  monthly: { isTrial: false, isFree: false, months: 1 },
  yearly: { isTrial: false, isFree: false, months: 12 },
} satisfies Record<string, ModelPlan>
type PlanKind = keyof typeof models

const kinds = fc.constantFrom<PlanKind>('trial', 'free', 'monthly', 'yearly')

const steps = fc.oneof(
  { arbitrary: fc.record({ days: fc.constantFrom(1, 8, 13, 14, 15, 22, 31, 40, 366) }), weight: 4 },
  { arbitrary: fc.constant('pay' as const), weight: 3 },
  { arbitrary: fc.record({ plan: kinds }), weight: 2 },
  { arbitrary: fc.record({ status: fc.constantFrom(...subscriptionStatuses) }), weight: 3 },
  { arbitrary: fc.constant('cancel' as const), weight: 1 },
)
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never

/** Undefined for an answer that is good, as for the acts of the model. */
const ok = ({ status }: { status: number }) => (status === 200 ? undefined : status)

/** Plans of which a change to another one never costs more in the middle of a period. */
async function plansOf(platform: TestPlatform): Promise<Record<PlanKind, { id: string; name: string }>> {
  const admin = await platform.superAdmin()
  return {
    trial: await planNamed(admin, 'trial'),
    free: await createPlan(admin, { price: 0 }),
    monthly: await createPlan(admin, { price: 20 }),
    yearly: await createPlan(admin, { price: 240, billingInterval: 'yearly' }),
  }
}

test(
  'subscriptions live through any sequence of events as the model does',
  { timeout: 300_000 },
  async ({ platform }) => {
    const plans = await plansOf(platform)
    let now = START
    vi.spyOn(platform.clock, 'now').mockImplementation(() => new Date(now))

    async function live(kind: PlanKind, walk: readonly Step[]): Promise<void> {
      let admin = await platform.superAdmin()
      const { id, tenantId, tenantName } = await buildSubscribed(platform, admin, plans[kind].name)
      const model = new LifeModel(models[kind], now)
      const change = (body: object) => admin.put(`/api/subscriptions/${id}`, body)

      /** Takes a step in both. @returns what only this step shows, of the platform and of the model */
      async function take(step: Step): Promise<[unknown, unknown]> {
        if (step === 'pay') {
          const { status } = await admin.post(`/api/subscriptions/${id}/record-payment`, {})
          return [status, model.pay(now) ? 200 : 409]
        }
        if (step === 'cancel') return [await change({ cancelAtPeriodEnd: true }).then(ok), model.cancelAtEnd(now)]
        if ('plan' in step) {
          return [await change({ planId: plans[step.plan].id }).then(ok), model.choosePlan(models[step.plan], now)]
        }
        if ('status' in step) return [await change({ status: step.status }).then(ok), model.setStatus(step.status, now)]
        now += step.days * DAY_MS
        await keepUp.perform(platform.core, null, {})
        model.catchUp(now)
        admin = await platform.superAdmin()
        return [(await subscriptionOf(admin, tenantName)).readOnly, model.isReadOnly(now)]
      }

      for (const step of walk) {
        const [seen, expected] = await take(step)
        expect(seen).toBe(expected)
        const { status, currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd } = await subscriptionOf(
          admin,
          tenantName,
        )
        expect({
          status,
          start: Date.parse(currentPeriodStart),
          end: Date.parse(currentPeriodEnd),
          cancelAtPeriodEnd,
        }).toEqual({
          status: model.status,
          start: model.start,
          end: model.end,
          cancelAtPeriodEnd: model.isToCancel,
        })
        const invoices = (await invoicesOf(admin, tenantId)).toSorted((a, b) =>
          a.periodStart.localeCompare(b.periodStart),
        )
        expect(invoices.map(({ periodStart, status: state }) => [Date.parse(periodStart), state])).toEqual(
          model.invoices.map(({ start, isPaid }) => [start, isPaid ? 'paid' : 'open']),
        )
        // No time is invoiced twice.
        for (const [index, { periodEnd }] of invoices.slice(0, -1).entries()) {
          expect(Date.parse(invoices[index + 1]?.periodStart ?? '')).toBeGreaterThanOrEqual(Date.parse(periodEnd))
        }
      }
    }

    await assertDatabaseLaw(
      fc.asyncProperty(kinds, fc.array(steps, { minLength: 6, maxLength: 14, size: 'max' }), live),
    )
  },
)
