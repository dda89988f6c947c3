import type { GlobalSettings } from '#core/contract/settings.ts'
import { tenancyContract } from '#core/contract/tenancy.ts'
import type { PlatformInfo } from '#core/contract/tenancy.ts'
import { lackingOf } from '../entitlements.ts'
import { notFound } from '../errors.ts'
import { offeredLanguages } from '../http/language.ts'
import { mount } from '../http/mount.ts'
import { mountedLanguages } from './languages.ts'

const tenancyRoutes = mount(tenancyContract, {
  platformInfo: async ({ core, http }) => {
    const [settings, hold, lacking, signInProviders] = await Promise.all([
      core.settings.current(),
      core.settings.hold(),
      lackingOf(core, http),
      core.signInProviders.shownOn(http.tenant?.id ?? null),
    ])
    const { env } = core
    return {
      app: http.host.app,
      platformName: settings.platformName,
      platformDomain: env.platformDomain,
      plugins: [...core.plugins],
      tenant: http.tenant && {
        ...http.tenant,
        languages: offeredLanguages(core, http.tenant),
        readOnly: http.session !== null && http.tenant.readOnly,
      },
      lacking,
      supportEmail: settings.supportEmail,
      passwordMinLength: settings.passwordMinLength,
      selfRegistration: core.registersOrganizations && settings.allowTenantSelfRegistration,
      signInProviders,
      sendsMail: settings.mailHost !== '',
      maintenance: maintenanceOf(settings, hold),
      demoCredentials:
        env.demo && http.host.app === 'platform'
          ? { email: env.admin.email ?? DEMO_ADMIN.email, password: env.admin.password ?? DEMO_ADMIN.password }
          : null,
    }
  },
  currentTenant: async ({ http: { tenant } }) => {
    if (!tenant) throw notFound('Organization')
    return { id: tenant.id, name: tenant.name }
  },
})

export const mountedTenancy = [tenancyRoutes, mountedLanguages]

function maintenanceOf(settings: GlobalSettings, hold: string | null): PlatformInfo['maintenance'] {
  if (hold !== null) return { message: hold, isHeld: true }
  return settings.enableMaintenanceMode ? { message: settings.maintenanceMessage, isHeld: false } : null
}

/** Admin of the demo mode, which production refuses. */
export const DEMO_ADMIN = { email: 'admin@trellis.example', password: 'trellis-demo' }
