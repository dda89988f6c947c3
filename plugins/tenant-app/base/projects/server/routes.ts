import { mount } from '#core/server/http/mount.ts'
import { projectsContract } from '../contract.ts'
import { adoptProject } from './adopt-projects.ts'
import { createProject, updateProject } from './save-projects.ts'
import { countProjects, getProject, listCategories, listProjects } from './projects.ts'

export const projectsRoutes = mount(projectsContract, {
  listProjects,
  createProject,
  listCategories,
  projectFigures: countProjects,
  getProject,
  updateProject,
  adoptProject,
})
