import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const OUT = resolve(import.meta.dirname, '../src/leadline/web');
const COMPRESSED = /\.(js|css|svg|html)$/;

/** Beside each text file, the same compressed: servers send what is there. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle() {
      for (const entry of readdirSync(OUT, { recursive: true, encoding: 'utf8' })) {
        if (!COMPRESSED.test(entry)) continue;
        const path = join(OUT, entry);
        const text = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(text));
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [react(), tailwindcss(), compressed()],
  resolve: { alias: { '~': resolve(import.meta.dirname, 'src') } },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    // Our policy allows no data: fonts or styles.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'tanstack', test: /node_modules\/@tanstack\/(?!react-virtual|virtual)/ },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '^/(api|docs|openapi.json)': { target: 'http://127.0.0.1:8080', ws: true } },
  },
});
