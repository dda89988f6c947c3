import { defineWebPlugin } from '#core/web/plugin.ts'
import { projectTraining, trainingBuilderRoute } from './builder/web/routes.ts'

/** Web part of the training builder, in which modules for instructors are written. */
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
