import { mount } from '#core/server/http/mount.ts'
import { pickupCodesContract } from '../contract.ts'
import { listOwnCodes, makeOwnCode, revokeOwnCode } from './own-codes.ts'

export const pickupCodesRoutes = mount(pickupCodesContract, {
  listPickupCodes: listOwnCodes,
  makePickupCode: makeOwnCode,
  revokePickupCode: revokeOwnCode,
})
