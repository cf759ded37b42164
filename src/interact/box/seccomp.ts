/** Classic BPF: operation codes of `linux/filter.h` and return values of `linux/seccomp.h`. */
const load = 0x20
const jumpIfEqual = 0x15
const jumpIfAnyBit = 0x45
const jumpIfAtLeast = 0x35
const returnValue = 0x06
const allow = 0x7fff0000
const killProcess = 0x80000000
/** Operation: the accumulator and a constant. */
const and = 0x54
const failWith = (errno: number) => 0x00050000 | errno
const eperm = 1
const enosys = 38
const eafnosupport = 97

/** Offsets in `struct seccomp_data`. */
const syscallNumber = 0
const architecture = 4
const firstArgument = 16
const fourthArgument = 40

const x86x64 = 0xc000003e
/** System calls of the x32 ABI have this bit; they would pass a filter of numbers. */
const x32Bit = 0x40000000
const socketCall = 41
const cloneCall = 56
const clone3Call = 435
const mmapCall = 9
/** MAP_SHARED and MAP_ANONYMOUS: memory that stays when no process has it in its tables, and then no process is charged for. */
const sharedMemory = 0x21
const hugePages = 0x40000
/** Every CLONE_NEW* flag. */
const namespaceFlags = 0x7e020000
const socketFamilies = { unix: 1, inet: 2, inet6: 10 }

/** System calls of x86-64 that fail with EPERM: other processes, mounts, namespaces, kernel interfaces, unaccounted memory. */
const refused = {
  // Its pages are held by no process, and whole large pages with them.
  vmsplice: 278,
  // Their number is limited for the whole machine.
  io_setup: 206,
  msgget: 68,
  semget: 64,
  shmget: 29,
  ptrace: 101,
  syslog: 103,
  personality: 135,
  pivot_root: 155,
  adjtimex: 159,
  chroot: 161,
  acct: 163,
  settimeofday: 164,
  mount: 165,
  umount2: 166,
  swapon: 167,
  swapoff: 168,
  reboot: 169,
  sethostname: 170,
  setdomainname: 171,
  iopl: 172,
  ioperm: 173,
  init_module: 175,
  delete_module: 176,
  quotactl: 179,
  lookup_dcookie: 212,
  clock_settime: 227,
  mq_open: 240,
  kexec_load: 246,
  add_key: 248,
  request_key: 249,
  keyctl: 250,
  unshare: 272,
  perf_event_open: 298,
  fanotify_init: 300,
  name_to_handle_at: 303,
  open_by_handle_at: 304,
  clock_adjtime: 305,
  setns: 308,
  process_vm_readv: 310,
  process_vm_writev: 311,
  kcmp: 312,
  finit_module: 313,
  memfd_create: 319,
  kexec_file_load: 320,
  bpf: 321,
  userfaultfd: 323,
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  pidfd_getfd: 438,
  process_madvise: 440,
  mount_setattr: 442,
  quotactl_fd: 443,
  memfd_secret: 447,
  open_tree_attr: 467,
}

type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, operand: number]

/**
 * Returns the seccomp filter of the box for code, as `bwrap --seccomp` reads it; undefined for an architecture without a table.
 * Network namespaces do not cover AF_VSOCK and other families, so sockets are limited to three families.
 */
export function seccompFilter(cpu: string = process.arch): Buffer | undefined {
  if (cpu !== 'x64') return undefined
  return encode([
    [load, 0, 0, architecture],
    [jumpIfEqual, 1, 0, x86x64],
    [returnValue, 0, 0, killProcess],
    [load, 0, 0, syscallNumber],
    [jumpIfAtLeast, 0, 1, x32Bit],
    [returnValue, 0, 0, killProcess],
    ...Object.values(refused).flatMap((number): Instruction[] => [
      [jumpIfEqual, 0, 1, number],
      [returnValue, 0, 0, failWith(eperm)],
    ]),
    // The flags of clone3 are in memory, where a filter cannot read them; libc falls back to clone.
    [jumpIfEqual, 0, 1, clone3Call],
    [returnValue, 0, 0, failWith(enosys)],
    [jumpIfEqual, 0, 4, cloneCall],
    [load, 0, 0, firstArgument],
    [jumpIfAnyBit, 0, 1, namespaceFlags],
    [returnValue, 0, 0, failWith(eperm)],
    [returnValue, 0, 0, allow],
    [jumpIfEqual, 0, 6, mmapCall],
    [load, 0, 0, fourthArgument],
    [jumpIfAnyBit, 3, 0, hugePages],
    [and, 0, 0, sharedMemory],
    [jumpIfEqual, 1, 0, sharedMemory],
    [returnValue, 0, 0, allow],
    [returnValue, 0, 0, failWith(eperm)],
    [jumpIfEqual, 0, 5, socketCall],
    [load, 0, 0, firstArgument],
    [jumpIfEqual, 3, 0, socketFamilies.unix],
    [jumpIfEqual, 2, 0, socketFamilies.inet],
    [jumpIfEqual, 1, 0, socketFamilies.inet6],
    [returnValue, 0, 0, failWith(eafnosupport)],
    [returnValue, 0, 0, allow],
  ])
}

const instructionBytes = 8

function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * instructionBytes)
  for (const [index, [code, whenTrue, whenFalse, operand]] of program.entries()) {
    const at = index * instructionBytes
    bytes.writeUInt16LE(code, at)
    bytes.writeUInt8(whenTrue, at + 2)
    bytes.writeUInt8(whenFalse, at + 3)
    bytes.writeUInt32LE(operand >>> 0, at + 4)
  }
  return bytes
}
