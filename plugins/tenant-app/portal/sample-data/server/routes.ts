import { mount } from '#core/server/http/mount.ts'
import { sampleDataContract } from '../contract.ts'
import { addSampleData, getSampleData, getSampleRemoval, removeSampleData } from './sample-data.ts'

export const sampleDataRoutes = mount(sampleDataContract, {
  sampleData: getSampleData,
  addSampleData,
  sampleRemoval: getSampleRemoval,
  removeSampleData,
})
