import { expect } from 'vitest'
import type { EndpointSpec } from '#core/contract/endpoint.ts'
import { entitlementKeys, entitlementOf, entitlements, type Entitlement } from '#core/contract/entitlements.ts'
import { AssemblyError, refuseUndeclared } from '#core/server/assembly.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { perform, randomText, type Call, type Calls, type World } from '#core/testing/calls.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { plugins } from '#config/plugins.ts'
import { calls as auditCalls } from '#plugins/audit/testing/calls.ts'
import type { BillingServices } from '#plugins/billing/plugin.ts'
import { calls as lmsCalls } from '#plugins/lms/testing/calls.ts'
import { calls as tenantAppCalls } from '#plugins/tenant-app/testing/calls.ts'
import { calls as builderCalls } from '#plugins/training-builder/testing/calls.ts'

const test = pluginTest(plugins)

const examples: Calls = { ...auditCalls, ...tenantAppCalls, ...builderCalls, ...lmsCalls }

/** Bodies that make use of what the endpoint needs, where its handler decides. */
const using: Record<string, object> = {
  'PUT /api/tenant/settings': { accentColor: '#0f766e' },
  'PUT /api/tenant/courses/{courseId}/rule': { isHidden: false, requiredFor: 'instructors', requiredUntil: null },
  'PUT /api/lms/courses/{id}': { title: 'Soldering for beginners' },
}

/** Bodies that these endpoints never refuse. */
const harmless: Record<string, object> = {
  'PUT /api/tenant/settings': { name: 'Harbor Makers', accentColor: null, logoUrl: null },
  'PUT /api/tenant/courses/{courseId}/rule': { isHidden: true, requiredFor: null, requiredUntil: null },
  'PUT /api/lms/courses/{id}': { status: 'archived' },
}

/** An act of each entitlement, of the many that need it. */
const typical: Record<Entitlement, string> = {
  'course-catalog': 'POST /api/tenant/courses/{courseId}/enroll',
  certificates: 'PUT /api/tenant/certificate-template',
  'training-builder': 'POST /api/lms/courses',
  'report-export': 'GET /api/reports/attendance/export',
  branding: 'PUT /api/tenant/settings',
  'audit-export': 'GET /api/tenant/audit-logs/export',
}

const nameOf = ({ method, path }: EndpointSpec) => `${method} ${path}`

const endpointsOf = ({ platform }: TestPlatform): EndpointSpec[] =>
  platform.contracts.flatMap(({ contract }) => Object.values(contract))

async function worldOf(platform: TestPlatform): Promise<World> {
  return { platform, admin: await platform.superAdmin(), organization: await platform.organization() }
}

/** A call that makes use of what its endpoint needs. */
async function exampleOf(world: World, name: string): Promise<Call> {
  const prepare = examples[name]
  const call = prepare ? await prepare(world) : { by: await world.organization.signIn('tenant_admin') }
  return using[name] ? { ...call, body: using[name] } : call
}

/** Creates a plan of these features and subscribes an organization to it, or moves it there. */
async function subscribe({ platform, admin, organization }: World, included: readonly Entitlement[]): Promise<string> {
  const plan = { name: `plan-${randomText()}`, displayName: `Plan ${randomText()}`, price: 20, entitlements: included }
  const created = await admin.post('/api/subscription-plans', plan)
  expect(created.status).toBe(201)
  await moveTo({ platform, admin, organization }, created.body)
  return plan.displayName
}

async function moveTo({ platform, admin, organization }: World, plan: { id: string; name: string }): Promise<void> {
  const { core, parts } = platform.platform
  const subscribed = await core.db.platform(systemActor, ({ trx }) =>
    trx('subscriptions').where({ tenantId: organization.id }).first<{ id: string } | undefined>('id'),
  )
  if (subscribed) {
    expect(await admin.put(`/api/subscriptions/${subscribed.id}`, { planId: plan.id })).toMatchObject({ status: 200 })
    return
  }
  const billing = parts.get('billing')?.services as BillingServices
  await core.db.platform(systemActor, (scope) =>
    billing.createSubscription(scope, { tenantId: organization.id, plan: plan.name }),
  )
}

const everythingBut = (key: Entitlement) => entitlementKeys.filter((other) => other !== key)

test.for(entitlementKeys)(
  'people whose plan lacks %s are refused what needs it, in words, and allowed with it',
  async (key, { platform }) => {
    const needing = endpointsOf(platform).filter(({ access }) => access.needs === key)
    expect(needing.length).toBeGreaterThan(0)
    for (const spec of needing) {
      const world = await worldOf(platform)
      const call = await exampleOf(world, nameOf(spec))
      const lacking = await subscribe(world, everythingBut(key))
      const refused = await perform(spec, call, call.by)
      expect([nameOf(spec), refused.status, refused.body.code]).toEqual([nameOf(spec), 403, 'plan.lacks'])
      expect(refused.body.message).toContain(`Your plan, ${lacking}, does not include ${entitlements[key].noun}.`)
      await subscribe(world, [key])
      const allowed = await perform(spec, call, call.by)
      expect([nameOf(spec), allowed.status < 300]).toEqual([nameOf(spec), true])
    }
  },
)

test('endpoints whose handler decides let acts through that need nothing', async ({ platform }) => {
  const deciding = endpointsOf(platform).filter(({ access }) => access.needsByHandler)
  for (const spec of deciding) {
    const body = harmless[nameOf(spec)]
    if (!body) continue
    const world = await worldOf(platform)
    const call = { ...(await exampleOf(world, nameOf(spec))), body }
    await subscribe(world, [])
    const answer = await perform(spec, call, call.by)
    expect([nameOf(spec), answer.status]).toEqual([nameOf(spec), 200])
  }
  expect(deciding.map(nameOf).toSorted()).toEqual([
    'POST /api/tenant/courses/{courseId}/enroll',
    ...Object.keys(harmless).toSorted(),
  ])
})

test('a plan without any feature hides nothing: what is there is read as before', async ({ platform }) => {
  const world = await worldOf(platform)
  await exampleOf(world, typical['course-catalog'])
  const admin = await world.organization.signIn('tenant_admin')
  await subscribe(world, [])
  for (const path of [
    '/api/tenant/course-catalog',
    '/api/tenant/certificates',
    '/api/tenant/certificates/csv',
    '/api/lms/courses',
    '/api/reports/attendance',
    '/api/tenant/settings',
    '/api/tenant/audit-logs',
  ]) {
    expect([path, (await admin.get(path)).status]).toEqual([path, 200])
  }
})

test('families read nothing of plans, instructors whom to ask, and super admins are not refused', async ({
  platform,
}) => {
  const world = await worldOf(platform)
  const { organization } = world
  const planName = await subscribe(world, [])
  const lackingFor = async (role: 'tenant_admin' | 'instructor' | 'parent') =>
    (await (await organization.signIn(role)).get('/api/platform')).body.lacking
  expect(await lackingFor('parent')).toContainEqual({
    key: 'course-catalog',
    text: 'Your organization does not have the course catalog at present. Ask an admin of your organization.',
  })
  expect(await lackingFor('instructor')).toContainEqual({
    key: 'report-export',
    text: expect.stringMatching(
      new RegExp(`^Your organization’s plan, ${planName}, does not include the export of reports\\. .+ Ask an admin`),
    ),
  })
  expect(await lackingFor('tenant_admin')).toHaveLength(entitlementKeys.length)
  const owner = await organization.client().signIn(world.admin.user?.email ?? '')
  expect((await owner.get('/api/platform')).body.lacking).toEqual([])
  expect((await owner.put('/api/tenant/settings', { accentColor: '#0f766e' })).status).toBe(200)
  expect((await platform.client().get('/api/platform')).body.lacking).toEqual([])
})

test('a change of the plan itself reaches its organizations at once', async ({ platform }) => {
  const world = await worldOf(platform)
  const admin = await world.organization.signIn('tenant_admin')
  const displayName = await subscribe(world, [])
  const color = () => admin.put('/api/tenant/settings', { accentColor: '#0f766e' })
  expect((await color()).body.code).toBe('plan.lacks')
  const plans = (await world.admin.get('/api/subscription-plans')).body as { id: string; displayName: string }[]
  const { id } = plans.find((plan) => plan.displayName === displayName) as { id: string }
  expect((await world.admin.put(`/api/subscription-plans/${id}`, { entitlements: null })).status).toBe(200)
  expect((await color()).status).toBe(200)
})

interface Card {
  id: string
  name: string
  displayName: string
  promises: string[]
}

/** Words of the default plans that nothing enforces, beside 'Everything in …'. */
const words = new Set([
  'No payment details needed',
  'Sessions and attendance',
  'Challenges and leaderboard',
  'Parent portal',
  'Email support',
  'Priority support',
  'Unlimited users and sessions',
  'A person to call',
])

const included = ({ promises }: Card): Entitlement[] => promises.flatMap((promise) => entitlementOf(promise) ?? [])

test('every promise of the plan cards is kept: what a card names works, what it does not name is refused', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const cards = ((await admin.get('/api/subscription-plans')).body as Card[]).filter(({ name }) =>
    ['trial', 'starter', 'growth', 'enterprise'].includes(name),
  )
  expect(cards).toHaveLength(4)
  for (const card of cards) {
    for (const promise of card.promises) {
      const [, other] = /^(?:Everything in|All features of) (.+)$/.exec(promise) ?? []
      const isKnown = other !== undefined || entitlementOf(promise) !== undefined || words.has(promise)
      expect([promise, isKnown]).toEqual([promise, true])
      const smaller = cards.filter(({ displayName }) => displayName === other).flatMap(included)
      expect(included(card)).toEqual(expect.arrayContaining(smaller))
    }
    const organization = await platform.organization()
    await keepsItsWord({ platform, admin, organization }, card)
  }
})

async function keepsItsWord(world: World, card: Card): Promise<void> {
  const tries: { key: Entitlement; spec: EndpointSpec; call: Call }[] = []
  for (const key of entitlementKeys) {
    const spec = endpointsOf(world.platform).find((one) => nameOf(one) === typical[key]) as EndpointSpec
    tries.push({ key, spec, call: await exampleOf(world, typical[key]) })
  }
  await moveTo(world, card)
  await agree(world.organization, card)
  for (const { key, spec, call } of tries) {
    const answer = await perform(spec, call, call.by)
    const isAllowed = answer.status < 300
    expect([card.name, key, isAllowed]).toEqual([card.name, key, included(card).includes(key)])
    const named =
      isAllowed ||
      `${answer.body.code}: ${answer.body.message}`.startsWith(`plan.lacks: Your plan, ${card.displayName},`)
    expect([card.name, key, named]).toEqual([card.name, key, true])
  }
}

/** Plan & Usage lists what the card does, and the browser knows of the rest that it is lacking. */
async function agree(organization: TestOrganization, card: Card): Promise<void> {
  const admin = await organization.signIn('tenant_admin')
  expect((await admin.get('/api/tenant/subscription')).body.plan.promises).toEqual(card.promises)
  const lacking = (await admin.get('/api/platform')).body.lacking as { key: Entitlement }[]
  expect(lacking.map(({ key }) => key)).toEqual(entitlementKeys.filter((key) => !included(card).includes(key)))
}

test('an endpoint that needs what no plugin declares keeps the platform from starting', ({ platform }) => {
  expect(() => refuseUndeclared(platform.platform.contracts, ['certificates'])).toThrow(AssemblyError)
  expect(() => refuseUndeclared(platform.platform.contracts, entitlementKeys)).not.toThrow()
})
