/**
 * A seccomp filter as classic BPF, assembled without native code. In: an architecture. Out: the program that
 * `bwrap --seccomp FD` loads. Another architecture than the named one, and the x32 variant, end the process; a call on the
 * list fails with EPERM; everything else is left to the namespaces and the permission model.
 * Sources: linux/seccomp.h, linux/audit.h, linux/bpf_common.h, and the kernel's system call tables.
 */

export type Architecture = 'x86_64' | 'arm64';

const AUDIT_ARCH: Readonly<Record<Architecture, number>> = { x86_64: 0xc000003e, arm64: 0xc00000b7 };
const X32_BIT = 0x40000000;

/** System calls by name, with their numbers on x86_64 and arm64; null where an architecture has none. */
const DENIED: readonly (readonly [name: string, x86_64: number | null, arm64: number | null])[] = [
  ['socket', 41, 198],
  ['socketpair', 53, 199],
  ['connect', 42, 203],
  ['accept', 43, 202],
  ['sendto', 44, 206],
  ['sendmsg', 46, 211],
  ['bind', 49, 200],
  ['listen', 50, 201],
  ['accept4', 288, 242],
  ['sendmmsg', 307, 269],
  ['ptrace', 101, 117],
  ['process_vm_readv', 310, 270],
  ['process_vm_writev', 311, 271],
  ['kcmp', 312, 272],
  ['pidfd_getfd', 438, 438],
  ['pidfd_send_signal', 424, 424],
  ['mount', 165, 40],
  ['umount2', 166, 39],
  ['pivot_root', 155, 41],
  ['chroot', 161, 51],
  ['move_mount', 429, 429],
  ['open_tree', 428, 428],
  ['fsopen', 430, 430],
  ['fsmount', 432, 432],
  ['fsconfig', 431, 431],
  ['mount_setattr', 442, 442],
  ['setns', 308, 268],
  ['unshare', 272, 97],
  ['open_by_handle_at', 304, 265],
  ['name_to_handle_at', 303, 264],
  ['bpf', 321, 280],
  ['perf_event_open', 298, 241],
  ['userfaultfd', 323, 282],
  ['io_uring_setup', 425, 425],
  ['io_uring_enter', 426, 426],
  ['io_uring_register', 427, 427],
  ['add_key', 248, 217],
  ['request_key', 249, 218],
  ['keyctl', 250, 219],
  ['init_module', 175, 105],
  ['finit_module', 313, 273],
  ['delete_module', 176, 106],
  ['kexec_load', 246, 104],
  ['kexec_file_load', 320, 294],
  ['reboot', 169, 142],
  ['swapon', 167, 224],
  ['swapoff', 168, 225],
  ['acct', 163, 89],
  ['quotactl', 179, 60],
  ['settimeofday', 164, 170],
  ['clock_settime', 227, 112],
  ['adjtimex', 159, 171],
  ['clock_adjtime', 305, 266],
  ['sethostname', 170, 161],
  ['setdomainname', 171, 162],
  ['personality', 135, 92],
  ['syslog', 103, 116],
  ['vhangup', 153, 58],
  ['lookup_dcookie', 212, 18],
  ['nfsservctl', 180, 42],
  ['iopl', 172, null],
  ['ioperm', 173, null],
  ['modify_ldt', 154, null],
  ['mknod', 133, null],
  ['mknodat', 259, 33],
  ['inotify_init1', 294, 26],
  ['fanotify_init', 300, 262],
  ['mq_open', 240, 180],
  ['shmget', 29, 194],
  ['semget', 64, 190],
  ['msgget', 68, 186],
  ['memfd_secret', 447, 447],
  ['landlock_restrict_self', 446, 446],
  ['pidfd_open', 434, 434],
  ['process_madvise', 440, 440],
  ['fspick', 433, 433],
  ['migrate_pages', 256, 238],
  ['move_pages', 279, 239],
  ['set_mempolicy_home_node', 450, 450],
  ['quotactl_fd', 443, 443],
  ['memfd_create', 319, 279],
  ['execveat', 322, 281],
  ['shmat', 30, 196],
  ['semop', 65, 193],
  ['msgsnd', 69, 189],
  ['msgrcv', 70, 188],
  ['inotify_init', 253, null],
  ['uselib', 134, null],
  ['ustat', 136, null],
  ['create_module', 174, null],
  ['_sysctl', 156, null],
];

const LOAD_WORD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_GREATER_OR_EQUAL = 0x35;
const RETURN = 0x06;
const OFFSET_OF_NUMBER = 0;
const OFFSET_OF_ARCHITECTURE = 4;
const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const ERRNO_EPERM = 0x00050001;
const INSTRUCTION_BYTES = 8;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

/** The filter for an architecture as Node names it, or null where none is known. */
export function filterFor(arch: string): Buffer | null {
  if (arch === 'x64') return seccompFilter('x86_64');
  return arch === 'arm64' ? seccompFilter('arm64') : null;
}

/** The filter as bytes: one `sock_filter` of 8 bytes, little-endian, for each instruction. */
export function seccompFilter(architecture: Architecture): Buffer {
  const program = assemble(architecture);
  const bytes = Buffer.alloc(program.length * INSTRUCTION_BYTES);
  for (const [index, [code, ifTrue, ifFalse, operand]] of program.entries()) {
    const at = index * INSTRUCTION_BYTES;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(ifTrue, at + 2);
    bytes.writeUInt8(ifFalse, at + 3);
    bytes.writeUInt32LE(operand, at + 4);
  }
  return bytes;
}

function assemble(architecture: Architecture): Instruction[] {
  const column = architecture === 'x86_64' ? 1 : 2;
  const numbers = DENIED.flatMap((row) => row[column] ?? []);
  const guard: Instruction[] = [
    [LOAD_WORD, 0, 0, OFFSET_OF_ARCHITECTURE],
    [JUMP_EQUAL, 1, 0, AUDIT_ARCH[architecture]],
    [RETURN, 0, 0, KILL_PROCESS],
    [LOAD_WORD, 0, 0, OFFSET_OF_NUMBER],
  ];
  if (architecture === 'x86_64') guard.push([JUMP_GREATER_OR_EQUAL, 0, 1, X32_BIT], [RETURN, 0, 0, KILL_PROCESS]);
  // Each test has its own return: a jump reaches 255 instructions at most, and the list may grow.
  const tests = numbers.flatMap((number): Instruction[] => [
    [JUMP_EQUAL, 0, 1, number],
    [RETURN, 0, 0, ERRNO_EPERM],
  ]);
  return [...guard, ...tests, [RETURN, 0, 0, ALLOW]];
}
