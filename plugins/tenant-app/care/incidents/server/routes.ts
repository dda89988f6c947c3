import { encodedImage } from '#core/server/files/encoded-image.ts'
import { storeFile } from '#core/server/files/files.ts'
import { notFound } from '#core/server/errors.ts'
import { mount } from '#core/server/http/mount.ts'
import { incidentsContract } from '../contract.ts'
import { familyIncidentsContract } from '../family-contract.ts'
import { incidentOfficeContract } from '../office-contract.ts'
import { exportIncident, exportIncidents } from './export-incidents.ts'
import { acknowledgeIncident, listFamilyIncidents } from './family-incidents.ts'
import { addPhoto, deleteIncidentPhoto, incidentPhoto } from './incident-photos.ts'
import { getIncidentSettings, updateIncidentSettings } from './incident-settings.ts'
import { getIncident, listFollowUpOwners, listIncidentChildren, listIncidents } from './incidents.ts'
import {
  addCall,
  addFollowUp,
  addToIncident,
  closeIncident,
  completeFollowUp,
  shareIncident,
} from './manage-incidents.ts'
import { createIncidents, deleteDraft, submitIncident, updateDraft } from './write-incidents.ts'

export const incidentsRoutes = mount(incidentsContract, {
  listIncidents,
  createIncidents,
  getIncident,
  updateDraft,
  deleteDraft,
  submitIncident,
  shareIncident,
  addCall,
  addToIncident,
  addFollowUp,
  completeFollowUp,
  closeIncident,
  addIncidentPhoto: async (unscoped, incidentId, upload) => {
    const picture = { field: 'image', upload: await encodedImage(unscoped, upload), ownerId: incidentId }
    return storeFile(unscoped, incidentPhoto, picture, (scope, { id }) => {
      // A super admin on the platform's host belongs to no organization, and was refused by the gate.
      if (scope.kind !== 'tenant') throw notFound('Incident report')
      return addPhoto(scope, incidentId, id)
    })
  },
  deleteIncidentPhoto,
})

export const incidentOfficeRoutes = mount(incidentOfficeContract, {
  exportIncidents,
  listIncidentChildren,
  getIncidentSettings,
  updateIncidentSettings,
  listFollowUpOwners,
})

export const familyIncidentsRoutes = mount(familyIncidentsContract, {
  listFamilyIncidents,
  acknowledgeIncident,
  exportIncident,
})
