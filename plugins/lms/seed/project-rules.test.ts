import { expect, vi } from 'vitest'
import { z } from 'zod'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { loadDemoData } from '#core/server/seed/demo.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { lms } from '../plugin.ts'

const test = pluginTest([tenants, tenantApp, lms])
// The whole demo is seeded.
vi.setConfig({ testTimeout: 960_000 })

const countProjectRules = statement(
  z.object({ organizations: z.number(), projects: z.number(), led: z.number() }),
  `select count(distinct r.tenant_id)::int as organizations, min(cardinality(r.project_ids))::int as projects,
      count(distinct l.user_id)::int as led
    from lms_course_rules r
      left join lms_project_leads l on l.tenant_id = r.tenant_id and l.project_id = any (r.project_ids)
    where r.project_ids <> '{}'`,
)

test('the demo’s organizations require courses for leading sessions of a project, and some instructors lead them', async ({
  platform,
}) => {
  await platform.core.db.platform(systemActor, (scope) => loadDemoData(scope, platform.platform.parts))
  const [rules] = await platform.core.db.platform(systemActor, ({ rows }) => rows(countProjectRules))
  expect(rules).toMatchObject({ projects: 3 })
  expect(rules?.organizations).toBeGreaterThan(1)
  expect(rules?.led).toBeGreaterThan(0)
})
