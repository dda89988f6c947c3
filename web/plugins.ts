import { coreWeb } from '#core/web/pages/plugin.ts'
import { auditWeb } from '#plugins/audit/web/plugin.ts'

/** The web parts that are built in. Which of them are shown is the server's answer, without a rebuild. */
export const webPlugins = [coreWeb, auditWeb] as const
