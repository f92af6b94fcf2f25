// Completes package-lock.json with optional binaries of other platforms that a registry may lack, so
// that `npm ci` finds it in step with package.json. And refuses addresses of a registry in it.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'package-lock.json';
const SYSTEMS = 'android darwin freebsd openbsd netbsd sunos aix win32 linux openharmony'.split(' ');
const PROCESSORS = 'x64 arm64 ia32 wasm32 arm ppc64 s390x riscv64 loong64'.split(' ');

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const { packages } = lock;

/** Whether Node would find the package from here. */
function isKnown(from, name) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    if (packages[`${place ? `${place}/` : ''}node_modules/${name}`]) return true;
    if (!place) return false;
  }
}

/** What a lock says of a package that is not for this machine, as far as its name tells. */
function entryOf(name, range, isDev) {
  const parts = name.split('/').pop().split(/[-.]/);
  const os = SYSTEMS.find((each) => parts.includes(each));
  const cpu = PROCESSORS.find((each) =>
    parts.some((part) => part === each || (each === 'arm' && /^arm(v|eabi)/.test(part))),
  );
  const libc = os === 'linux' ? [parts.includes('musl') ? 'musl' : 'glibc'] : undefined;
  return {
    version: range.replace(/^[^0-9]*/, ''),
    ...(cpu && { cpu: [cpu] }),
    ...(isDev && { dev: true }),
    ...(libc && { libc }),
    optional: true,
    ...(os && { os: [os] }),
  };
}

for (const [place, { optionalDependencies = {}, dev, resolved, link }] of Object.entries({ ...packages })) {
  if (resolved && !link) throw new Error(`${place} names a registry`);
  for (const [name, range] of Object.entries(optionalDependencies)) {
    if (!isKnown(place, name)) packages[`node_modules/${name}`] = entryOf(name, range, dev);
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
