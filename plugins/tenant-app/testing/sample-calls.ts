import { create, type Calls } from '#core/testing/calls.ts'

const SAMPLE = '/api/tenant/sample-data'

/** Calls of sample data. */
export const sampleCalls: Calls = {
  [`POST ${SAMPLE}`]: async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    resource: 'tenant',
    resourceId: organization.id,
  }),
  [`DELETE ${SAMPLE}`]: async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    await create(by, SAMPLE)
    return { by, resource: 'tenant', resourceId: organization.id }
  },
}
