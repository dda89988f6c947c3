import { encodedImage } from '#core/server/files/encoded-image.ts'
import { keepFile } from '#core/server/files/files.ts'
import { notFound } from '#core/server/errors.ts'
import { refuseReadOnly } from '#core/server/http/access.ts'
import { mount } from '#core/server/http/mount.ts'
import { collectorsContract } from '../contract.ts'
import { addCollector, changePhoto, listCollectors, removeCollector, updateCollector } from './collectors.ts'
import { collectorPhoto } from './photo-files.ts'
import { checkPickup } from './pickups.ts'

export const collectorsRoutes = mount(collectorsContract, {
  listCollectors: (scope, { params }) => listCollectors(scope, params.id),
  checkPickup: (scope, { params, body }) => checkPickup(scope, params.id, body.collectedBy),
  addCollector: (scope, { params, body }) => addCollector(scope, params.id, body),
  updateCollector: (scope, { params, body }) => updateCollector(scope, params.id, params.collectorId, body),
  removeCollector: (scope, { params }) => removeCollector(scope, params.id, params.collectorId),
  putCollectorPhoto: async (unscoped, { params, upload }) => {
    refuseReadOnly(unscoped.http)
    const picture = { field: 'image', upload: await encodedImage(unscoped, upload), ownerId: params.collectorId }
    return keepFile(unscoped, collectorPhoto, picture, (scope, { id }) => {
      // A super admin on the platform's host belongs to no organization, and the gate has refused them.
      if (scope.kind !== 'tenant') throw notFound('Collector')
      return changePhoto(scope, params.id, params.collectorId, id)
    })
  },
  removeCollectorPhoto: (scope, { params }) => changePhoto(scope, params.id, params.collectorId, null),
})
