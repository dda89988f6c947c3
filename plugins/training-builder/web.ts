import { defineWebPlugin } from '#core/web/plugin.ts'
import { projectTraining, trainingBuilderRoute, trainingSteps } from './builder/web/routes.ts'

/** Web part of the training builder, in which modules for instructors are written. */
export const trainingBuilderWeb = defineWebPlugin({
  id: 'training-builder',
  help: () => import('./help/web/articles.ts'),
  routes: [trainingBuilderRoute],
  contributions: [projectTraining, trainingSteps],
})

declare module '#core/web/plugin.ts' {
  interface WebPlugins {
    trainingBuilder: typeof trainingBuilderWeb
  }
}
