import { expect, test } from 'vitest'
import { races as audit } from '#plugins/audit/testing/races.ts'
import { races as automation } from '#plugins/automation/testing/races.ts'
import { exempt as exemptInBackup, races as backup } from '#plugins/backup/testing/races.ts'
import { races as billing } from '#plugins/billing/testing/races.ts'
import { exempt as exemptInLms, races as lms } from '#plugins/lms/testing/races.ts'
import { exempt as exemptInTenantApp, races as tenantApp } from '#plugins/tenant-app/testing/races.ts'
import { races as tenants } from '#plugins/tenants/testing/races.ts'
import { races as trainingBuilder } from '#plugins/training-builder/testing/races.ts'
import { locksOf } from '../../../core/testing/locks.ts'
import { exempt as exemptInCore, races as core } from './core-races.ts'

const root = new URL('../../../', import.meta.url).pathname

test('every lock has a race that decides, and every race a lock', async () => {
  const locks = (await locksOf(root)).map(({ id }) => id)
  const raced = [
    audit,
    automation,
    backup,
    billing,
    core,
    lms,
    tenantApp,
    tenants,
    trainingBuilder,
    // For these there is a reason.
    exemptInBackup,
    exemptInCore,
    exemptInLms,
    exemptInTenantApp,
  ].flatMap((races) => Object.keys(races))
  expect(raced.filter((id) => !locks.includes(id))).toEqual([])
  expect(locks.filter((id) => !raced.includes(id))).toEqual([])
})
