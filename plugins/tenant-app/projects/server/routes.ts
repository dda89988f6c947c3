import { mount } from '#core/server/http/mount.ts'
import { projectsContract } from '../contract.ts'
import { adoptProject } from './adopting.ts'
import { createProject, updateProject } from './authoring.ts'
import { countProjects, getProject, listCategories, listProjects } from './projects.ts'

export const projectsRoutes = mount(projectsContract, {
  listProjects: (scope, { query }) => listProjects(scope, query),
  createProject: (scope, { body }) => createProject(scope, body),
  listCategories: (scope) => listCategories(scope),
  projectFigures: (scope) => countProjects(scope),
  getProject: (scope, { params }) => getProject(scope, params.id),
  updateProject: (scope, { params, body }) => updateProject(scope, params.id, body),
  adoptProject: (scope, { params, body }) => adoptProject(scope, params.id, body),
})
