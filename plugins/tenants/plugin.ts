import { registrationContract } from '#core/contract/identity.ts'
import { mount, withPreparation } from '#core/server/http/mount.ts'
import { issuePassword } from '#core/server/identity/passwords.ts'
import { personDeleted } from '#core/server/personal-data.ts'
import { definePlugin, optional } from '#core/server/plugin.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { billing } from '#plugins/billing/plugin.ts'
import { analyticsContract } from './analytics/contract.ts'
import { erasuresContract } from './erasures/contract.ts'
import { organizationsContract } from './organizations/contract.ts'
import { usersContract } from './users/contract.ts'
import { eraseOrganization, keptInvoices, listErasures } from './erasures/server/erasures.ts'
import { eraseOrganizationJob, resumeErasuresJob } from './erasures/server/erase-organization.ts'
import { organizationErasureOutlook } from './erasures/server/outlook.ts'
import { idleOrganizationsAttention } from './analytics/server/attention.ts'
import {
  exportGrowth,
  exportIdleOrganizations,
  exportOrganizationsNearLimit,
  growth,
  idleOrganizations,
  organizationsNearLimit,
} from './analytics/server/analytics.ts'
import {
  resumeOrganization,
  suspendOrganization,
  updateOrganization,
} from './organizations/server/organization-changes.ts'
import {
  exportOrganizations,
  listOrganizations,
  organizationById,
  peopleOf,
} from './organizations/server/organization-list.ts'
import { createOrganization } from './organizations/server/organizations.ts'
import { register } from './registration/server/registration.ts'
import { platformStats, recountUsersJob } from './analytics/server/stats.ts'
import { platformTrends } from './analytics/server/trends.ts'
import { removeUnverifiedJob } from './registration/server/unverified-organizations.ts'
import { exportUsers } from './users/server/user-export.ts'
import { searchUsers } from './users/server/user-search.ts'
import {
  createTenantUser,
  resetUserPassword,
  resetUserSecondFactor,
  updateUser,
  userById,
} from './users/server/users.ts'
import { seedOrganizations } from './seed/seed.ts'

// Other plugins listen to these through this front door.
export { organizationCreated, organizationResumed, organizationSuspended } from './organizations/server/events.ts'

/** Organizations and their users, as the platform's super admins manage them. */
export const tenants = definePlugin({
  id: 'tenants',
  migrations: new URL('./migrations/', import.meta.url),
  dependsOn: { billing: optional(billing), audit: optional(audit) },
  // Records of organizations that are gone belong to this installation; a restore brings back no erased one's rest.
  storage: { installation: ['organization_erasures'] },
  personalData: { tables: { registrations: { called: 'registrations', columns: { user_id: personDeleted('user') } } } },
  setup: (_, { billing: subscriptions, audit: log }) => {
    const erasing = eraseOrganizationJob(log?.eraseOrganizationInAudit)
    return {
      routes: [
        mount(organizationsContract, {
          listTenants: listOrganizations,
          exportTenants: exportOrganizations,
          getTenant: organizationById,
          tenantPeople: peopleOf,
          createTenant: withPreparation(
            () => issuePassword(),
            async (scope, body, admin) =>
              (await createOrganization(scope, { ...body, admin }, subscriptions)).organization,
          ),
          updateTenant: (scope, id, body) => updateOrganization(scope, id, body, updateUser),
          suspendTenant: (scope, id, body) => suspendOrganization(scope, id, body.reason),
          resumeTenant: resumeOrganization,
        }),
        mount(erasuresContract, {
          organizationErasureOutlook,
          eraseTenant: (scope, id, body) => eraseOrganization(scope, id, body, erasing),
          listTenantErasures: listErasures,
          keptInvoices,
        }),
        mount(usersContract, {
          searchUsers,
          exportUsers,
          getUser: userById,
          createTenantUser: withPreparation(
            (body) => issuePassword(body.password),
            (scope, body, told) => createTenantUser(scope, { ...body, ...told }),
          ),
          updateUser,
          resetUserPassword: withPreparation(
            () => issuePassword(),
            (scope, id, body, password) => resetUserPassword(scope, id, { ...password, words: body?.words }),
          ),
          resetUserSecondFactor: (scope, id, body) => resetUserSecondFactor(scope, id, body?.words),
        }),
        mount(analyticsContract, {
          platformStats: (scope) => platformStats(scope, subscriptions),
          platformTrends: (scope) => platformTrends(scope, subscriptions),
          growth,
          exportGrowth,
          idleOrganizations,
          exportIdleOrganizations,
          organizationsNearLimit,
          exportOrganizationsNearLimit,
        }),
        mount(registrationContract, { register: (unscoped, body) => register(unscoped, body, subscriptions) }),
      ],
      jobs: [recountUsersJob, removeUnverifiedJob(subscriptions), erasing, resumeErasuresJob(erasing)],
      attention: idleOrganizationsAttention,
      registersOrganizations: true,
      seed: async (scope) => {
        const { outgrown } = await seedOrganizations(scope)
        await subscriptions?.seedSubscriptions(scope, { outgrown })
        await log?.seedSignIns(scope)
      },
    }
  },
})
