import { encodedImage } from '#core/server/files/encoded-image.ts'
import { storeFile } from '#core/server/files/files.ts'
import { notFound } from '#core/server/errors.ts'
import { refuseReadOnly } from '#core/server/http/access.ts'
import { mount } from '#core/server/http/mount.ts'
import { collectorsContract } from '../contract.ts'
import { addCollector, changePhoto, listCollectors, removeCollector, updateCollector } from './collectors.ts'
import { collectorPhoto } from './photo-files.ts'
import { getPickupPeople } from './pickup-people.ts'
import { checkPickup } from './pickups.ts'

export const collectorsRoutes = mount(collectorsContract, {
  listCollectors,
  getPickupPeople: (scope, id, query) => getPickupPeople(scope, id, query.day),
  checkPickup: (scope, id, body) => checkPickup(scope, id, body.collectedBy),
  addCollector,
  updateCollector,
  removeCollector,
  putCollectorPhoto: async (unscoped, studentId, collectorId, upload) => {
    refuseReadOnly(unscoped.http)
    const picture = { field: 'image', upload: await encodedImage(unscoped, upload), ownerId: collectorId }
    return storeFile(unscoped, collectorPhoto, picture, (scope, { id }) => {
      // A super admin on the platform's host belongs to no organization, and was refused by the gate.
      if (scope.kind !== 'tenant') throw notFound('Collector')
      return changePhoto(scope, studentId, collectorId, id)
    })
  },
  removeCollectorPhoto: (scope, id, collectorId) => changePhoto(scope, id, collectorId, null),
})
