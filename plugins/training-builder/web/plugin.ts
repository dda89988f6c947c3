import { defineWebPlugin } from '#core/web/plugin.ts'
import { projectTraining, trainingBuilderRoute } from '../builder/web/routes.ts'

/** Where the modules are written in which instructors are trained for projects. */
export const trainingBuilderWeb = defineWebPlugin({
  id: 'training-builder',
  routes: [trainingBuilderRoute],
  contributions: [projectTraining],
})

declare module '#core/web/plugin.ts' {
  interface WebPlugins {
    trainingBuilder: typeof trainingBuilderWeb
  }
}
