import type { AnyPlugin } from '#core/server/plugin.ts'
import { audit } from '#plugins/audit/server/plugin.ts'
import { automation } from '#plugins/automation/server/plugin.ts'
import { backup } from '#plugins/backup/server/plugin.ts'
import { billing } from '#plugins/billing/server/plugin.ts'
import { tenantApp } from '#plugins/tenant-app/server/plugin.ts'
import { lms } from '#plugins/lms/server/plugin.ts'
import { trainingBuilder } from '#plugins/training-builder/server/plugin.ts'
import { tenants } from '#plugins/tenants/server/plugin.ts'

/** The plugins of this platform: the one place where a developer switches one on or off. */
export const plugins: readonly AnyPlugin[] = [
  audit,
  backup,
  billing,
  tenants,
  // Behind who makes the demo's organizations, so that it looks at their subscriptions.
  automation,
  tenantApp,
  trainingBuilder,
  lms,
]
