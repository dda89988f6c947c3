import { expect, test } from 'vitest'
import type { User } from '#core/contract/identity.ts'
import type { PlatformInfo } from '#core/contract/tenancy.ts'
import type { PageInfo } from '../page.ts'
import { admission } from './admission.ts'

const tenant: PlatformInfo['tenant'] = {
  id: '0198c0de-0000-7000-8000-000000000001',
  name: 'North Star Robotics',
  subdomain: 'north',
  status: 'active',
  branding: {},
  timeZone: 'America/New_York',
  readOnly: false,
}

const platform: PlatformInfo = {
  app: 'platform',
  platformName: 'Trellis',
  platformDomain: 'localhost',
  plugins: ['lms'],
  tenant: null,
  lacking: [],
  supportEmail: 'support@trellis.example',
  passwordMinLength: 8,
  selfRegistration: false,
  sendsMail: true,
  maintenance: null,
  demoCredentials: null,
}
const organization: PlatformInfo = { ...platform, app: 'tenant', tenant }

const ada = {
  role: 'tenant_admin',
  tenantId: tenant.id,
  mustChangePassword: false,
  calledName: null,
  nameRequest: null,
  mustGiveName: false,
  secondFactor: 'off',
} as User
const root: User = { ...ada, role: 'superadmin', tenantId: null }
const parent: User = { ...ada, role: 'parent' }
const student: User = { ...ada, role: 'student' }

const signIn: PageInfo = { title: 'Sign In', apps: ['platform', 'tenant'], access: 'guest' }
const home: PageInfo = { title: 'Dashboard', apps: ['platform', 'tenant'] }
const portal: PageInfo = { title: 'Parent Portal', apps: ['tenant'], roles: ['parent'] }
const tenants: PageInfo = { title: 'Organizations', apps: ['platform'], roles: ['superadmin'] }
const dashboard: PageInfo = {
  plugin: 'lms',
  title: 'Dashboard',
  apps: ['platform', 'tenant'],
  roles: { platform: ['tenant_admin'], tenant: ['tenant_admin', 'instructor'] },
}

const enter = { kind: 'enter' }
const to = (path: string) => ({ kind: 'redirect', to: path })
const refuse = (screen: string) => ({ kind: 'refuse', screen })

test.each([
  ['someone who is not signed in goes to the sign-in page', null, home, '/', to('/auth')],
  ['someone who is signed in does not see the sign-in page again', ada, signIn, '/auth', to('/')],
  ['the root sends a super admin to the super admin dashboard', root, home, '/', to('/super-admin')],
  ['the root sends everyone else to the dashboard', ada, home, '/', to('/dashboard')],
  ['a super admin enters the pages of the platform', root, tenants, '/tenants', enter],
  ['others are sent from them to the root', ada, tenants, '/tenants', to('/')],
  [
    'a super admin is sent from the dashboard of admins to the own one',
    root,
    dashboard,
    '/dashboard',
    to('/super-admin'),
  ],
  ['parents go on at the address of their organization', parent, dashboard, '/dashboard', refuse('hand-over')],
  ['so do instructors', { ...ada, role: 'instructor' as const }, home, '/', refuse('hand-over')],
  ['so do students, to pages that the platform has not', student, portal, '/parent-portal', refuse('hand-over')],
  [
    'a temporary password is replaced first',
    { ...parent, mustChangePassword: true },
    home,
    '/',
    refuse('first-sign-in'),
  ],
  ['a page that the platform has not is found by no admin', ada, portal, '/parent-portal', refuse('not-found')],
])('on the platform %s', (_, user, page, path, expected) => {
  expect(admission(platform, user, page, path)).toEqual(expected)
})

test.each([
  ['someone who is not signed in goes to the sign-in page', null, home, '/', to('/auth')],
  ['its people see its start page', parent, home, '/', enter],
  ['a role that the page does not list is told so', parent, dashboard, '/dashboard', refuse('insufficient')],
  ['people of another organization are denied', { ...ada, tenantId: 'other' }, home, '/', refuse('access-denied')],
  ['a super admin enters everything', root, dashboard, '/dashboard', enter],
  ['pages of the platform are not found', root, tenants, '/tenants', refuse('not-found')],
])("on an organization's host %s", (_, user, page, path, expected) => {
  expect(admission(organization, user, page, path)).toEqual(expected)
})

test.each([
  ['its staff', { ...ada, role: 'instructor' as const }, organization, enter],
  ['families, who have another one', parent, organization, to('/')],
  ['super admins on the platform', root, platform, to('/')],
  ['all users where its plugin is off', ada, { ...organization, plugins: [] }, to('/')],
  ['a user of another organization, who is denied there', { ...parent, tenantId: 'other' }, organization, to('/')],
  ['a visitor who is not signed in', null, organization, to('/auth')],
])('the page that an installed app opens, for %s', (_, user, host, expected) => {
  const today: PageInfo = { plugin: 'lms', title: 'Today', apps: ['tenant'], roles: ['tenant_admin', 'instructor'] }
  expect(admission(host, user, today, '/today')).toEqual(expected)
})

test('a page of a plugin that is off is not found, even without a session', () => {
  expect(admission({ ...platform, plugins: [] }, null, dashboard, '/dashboard')).toEqual(refuse('not-found'))
})

test('a host that no organization has says so on every page', () => {
  expect(admission({ ...organization, tenant: null }, null, signIn, '/auth')).toEqual(refuse('organization-not-found'))
})

test('a suspended organization is closed to its people, not to super admins', () => {
  const suspended: PlatformInfo = { ...organization, tenant: { ...tenant, status: 'suspended' } }
  expect(admission(suspended, null, signIn, '/auth')).toEqual(refuse('suspended'))
  expect(admission(suspended, ada, home, '/')).toEqual(refuse('suspended'))
  expect(admission(suspended, root, home, '/')).toEqual(enter)
})

test('during maintenance everyone but super admins is kept out, and the sign-in page stays open for them', () => {
  const closed: PlatformInfo = { ...organization, maintenance: { message: 'Back at noon', isHeld: false } }
  expect(admission(closed, ada, home, '/')).toEqual(refuse('maintenance'))
  expect(admission(closed, null, home, '/')).toEqual(refuse('maintenance'))
  expect(admission(closed, null, signIn, '/auth')).toEqual(enter)
  expect(admission(closed, root, home, '/')).toEqual(enter)
})

test('a temporary password has to be replaced, and a name given, before anything else', () => {
  expect(admission(organization, { ...ada, mustChangePassword: true }, home, '/')).toEqual(refuse('first-sign-in'))
  expect(admission(platform, { ...ada, mustGiveName: true }, dashboard, '/dashboard')).toEqual(refuse('first-sign-in'))
})

test('a second factor that is required has to be set up before anything else, on every host', () => {
  const unprotected: User = { ...root, secondFactor: 'required' }
  expect(admission(platform, unprotected, tenants, '/tenants')).toEqual(refuse('second-factor'))
  expect(admission(organization, unprotected, home, '/')).toEqual(refuse('second-factor'))
  expect(admission(platform, { ...root, secondFactor: 'on' }, tenants, '/tenants')).toEqual(enter)
})
