import { fileURLToPath } from 'node:url'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' }
import { defineConfig, loadEnv } from 'vite'
import { chunkGroups } from './build/chunks.ts'
import { contractCalls, contractFile } from './build/contractCalls.ts'
import { pagePreloads } from './build/pagePreloads.ts'
import { serviceWorker } from './build/serviceWorker.ts'
import { texts } from './build/texts.ts'

const languages = (loadEnv('production', '.', 'VITE_')['VITE_LANGUAGES'] ?? '').split(',').filter(Boolean)

export default defineConfig({
  root: fileURLToPath(new URL('./', import.meta.url)),
  plugins: [
    contractCalls(),
    serviceWorker(),
    texts(languages),
    // Leaves out the words of React Aria in languages that the build does not have.
    optimizeLocales.vite({ locales: ['en', ...languages] }),
    react(),
    vanillaExtractPlugin(),
    pagePreloads(),
  ],
  server: {
    // Components and contracts live beside web/, in core/ and plugins/.
    fs: { allow: [fileURLToPath(new URL('../', import.meta.url))] },
  },
  build: {
    manifest: true,
    sourcemap: false,
    // The content security policy refuses inline scripts and data: URLs in styles, so everything is a file of its own.
    assetsInlineLimit: 0,
    // Together a dozen kilobytes, packed: fewer than the questions for its fifty parts would cost.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [{ test: contractFile, sideEffects: false }],
        manualPureFunctions: ['z', 'endpoint'],
      },
      output: {
        // pdf.js asks for its decoders by their own names; the folder changes with its version, as hashed names would.
        assetFileNames: ({ originalFileNames }) =>
          originalFileNames.some((name) => name.includes('pdfjs-dist/wasm/'))
            ? `assets/pdfjs-${pdfjs.version}/[name][extname]`
            : 'assets/[name]-[hash][extname]',
        codeSplitting: { groups: chunkGroups() },
      },
    },
  },
})
