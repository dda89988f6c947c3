import { mount } from '#core/server/http/mount.ts'
import { devicesContract, kioskContract } from '../contract.ts'
import { actAtKiosk } from './act-at-kiosk.ts'
import { addDevice, listDevices, revokeDevice, unlockDevice } from './devices.ts'
import { leaveKiosk, pairKiosk } from './pair-kiosk.ts'
import { getKiosk, identifyAtKiosk } from './visit-kiosk.ts'

export const devicesRoutes = mount(devicesContract, {
  listKiosks: listDevices,
  addKiosk: addDevice,
  revokeKiosk: revokeDevice,
  unlockKiosk: unlockDevice,
})

export const kioskRoutes = mount(kioskContract, { pairKiosk, getKiosk, identifyAtKiosk, actAtKiosk, leaveKiosk })
