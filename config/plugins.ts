import type { AnyPlugin } from '#core/server/plugin.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { automation } from '#plugins/automation/plugin.ts'
import { backup } from '#plugins/backup/plugin.ts'
import { billing } from '#plugins/billing/plugin.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { lms } from '#plugins/lms/plugin.ts'
import { trainingBuilder } from '#plugins/training-builder/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'

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
