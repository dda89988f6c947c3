import { coreWeb } from '#core/web/pages/plugin.ts'
import { organizationSettingsWeb } from '#core/web/pages/organization-settings/plugin.ts'
import { settingsWeb } from '#core/web/pages/settings/plugin.ts'
import { auditWeb } from '#plugins/audit/web.ts'
import { automationWeb } from '#plugins/automation/web.ts'
import { backupWeb } from '#plugins/backup/web.ts'
import { billingWeb } from '#plugins/billing/web.ts'
import { lmsWeb } from '#plugins/lms/web.ts'
import { tenantsWeb } from '#plugins/tenants/web.ts'
import { tenantAppWeb } from '#plugins/tenant-app/web.ts'
import { trainingBuilderWeb } from '#plugins/training-builder/web.ts'

/** The web parts that are built in. Which of them are shown is the server's answer, without a rebuild. */
export const webPlugins = [
  coreWeb,
  settingsWeb,
  organizationSettingsWeb,
  auditWeb,
  billingWeb,
  automationWeb,
  backupWeb,
  tenantsWeb,
  tenantAppWeb,
  trainingBuilderWeb,
  lmsWeb,
] as const
