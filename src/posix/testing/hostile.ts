/** Commands that would hold an engine whose matching backtracks, or whose loops and texts have no bounds. Each ends, or waits, soon. */

/** Expressions over a text of letters that almost match. */
const expressions: readonly string[] = [
  '^(a+)+$',
  '^(a*)*$',
  '(a|a)*b$',
  '(a|aa)+$',
  '([a-z]+)*=',
  '(.*)*x',
  '(x+x+)+y',
  '(.*a){20}b',
  '(a?){30}a{30}b',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(a|b|ab)*c',
  '.*.*.*.*.*.*=.*',
  '((((((a*)*)*)*)*)*)*b',
  '(a+b?)+c',
  '(aa|aab?)*$',
  '((a{1,30}){1,30}){1,30}',
  'a{1000}{1000}',
  '(a{1,999}){1,999}',
  `${'('.repeat(500)}a${')'.repeat(500)}`,
  `(${'[a-z]*'.repeat(200)})+!`,
  `${'(a|'.repeat(150)}b${')'.repeat(150)}*`,
  '(a)\\1\\1\\1',
];

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Each tool that takes an expression; `$long` is the text. */
const tools: readonly ((expression: string) => string)[] = [
  (each) => `echo "$long" | grep -E ${quoted(each)}`,
  (each) => `echo "$long" | grep -oE ${quoted(each)}`,
  (each) => `echo "$long" | sed -E ${quoted(`s#${each}#<&>#g`)}`,
  (each) => `echo "$long" | awk ${quoted(`{ print match($0, "${each}"), gsub("${each}", "-") }`)}`,
  (each) => `echo "$long" | awk -F ${quoted(each)} '{ print NF, split($0, parts, FS) }'`,
  (each) => `[[ "$long" =~ ${quoted(each)} ]]`,
  (each) => `expr "$long" : ${quoted(each.replace(/[(){}|+?]/g, '\\$&'))}`,
];

/** Patterns of the shell. */
const globs: readonly string[] = [
  '*a*a*a*a*a*a*a*a*a*b',
  `${'*'.repeat(500)}b`,
  `${'*a'.repeat(300)}b`,
  `${'?*'.repeat(200)}b`,
  `${'[a-z]*'.repeat(100)}!`,
  `[${'a-z'.repeat(2_000)}]*b`,
  `${'[!b]'.repeat(500)}b`,
  '[',
];

const globTools: readonly ((glob: string) => string)[] = [
  (each) => `case "$long" in ${each}) echo yes;; esac`,
  (each) => `echo "\${long%${each}}" | wc -c`,
  (each) => `echo "\${long##${each}}" | wc -c`,
  (each) => `echo "\${long//${each}/-}" | wc -c`,
  (each) => `find / -name ${quoted(each)} | wc -l`,
];

const others: readonly string[] = [
  'echo $((2**2**63)) $((2**62)) $((1 << 100))',
  `echo $((${'a='.repeat(2_000)}1))`,
  `echo $((${'1?'.repeat(1_000)}2${':3'.repeat(1_000)}))`,
  `echo $((${'-'.repeat(5_000)}1))`,
  `echo $((${'('.repeat(3_000)}1${')'.repeat(3_000)}))`,
  `echo $((${'2**'.repeat(2_000)}1))`,
  'echo $((999999999999999999999999999999999999999999 * 9999999999999999999))',
  'while true; do :; done',
  'until false; do x=$((x + 1)); done',
  'while :; do echo y; done | head -n 3',
  'for a in $(seq 300); do for b in $(seq 300); do :; done; done',
  'f() { f; }; f',
  'f() { f | f; }; f',
  'f() { eval f; }; f',
  'x=a; while :; do x=$x$x; done',
  'x=$(printf %100000s); x=$x$x$x$x$x$x$x$x$x$x; x=$x$x$x$x$x$x$x$x$x$x; echo ${#x}',
  'printf %1000000000s',
  'printf %.1000000000f 1',
  `printf ${quoted('%99999s'.repeat(2_000))} a`,
  'seq 1 1e12 | head -n 2',
  'seq 1 1e12 | tail -n 1 & sleep 1; kill $!',
  'seq 1000000 | wc -l',
  'yes | head -n 3',
  'yes | grep -E "^(a+)+$" | head -n 1 & sleep 1; kill $!',
  `tr ${quoted('\\000-\\377')} a < /dev/null`,
  'echo "$long" | tr a-z A-Z | tr -s A-Z | wc -c',
  `echo "$long" | tr ${quoted('[:alpha:]'.repeat(500))} x | wc -c`,
  'echo "$long" | tr "\\001-\u00ff" x | wc -c',
  'seq 20000 | sort -k1,1n -k2,2r | tail -n 1',
  'seq 20000 | sort -t, -k999999999 | head -n 1',
  'seq 20000 | sort -rnu | head -n 1',
  `echo "$long" | cut -c ${quoted(Array.from({ length: 2_000 }, (_, at) => `${at}-`).join(','))} | wc -c`,
  'echo "$long" | cut -c 1-999999999999 | wc -c',
  'echo "$long" | base64 | base64 -d | base64 -w "a)(" | wc -c',
  'echo "$long" | base64 -w 1 | wc -l',
  'echo "$long" | md5sum; echo "$long" | sha256sum',
  'echo "$long" | rev | nl | tac | wc -c',
  'head -c 999999999999 /dev/null; tail -n +999999999999 /dev/null',
  `echo "$long" | sed ${quoted(Array.from({ length: 60 }, () => 's/a/aa/g').join(';'))} | wc -c`,
  "echo \"$long\" | sed 's/x*/-/g' | wc -c",
  "echo \"$long\" | sed 's/\\(.*\\)*\\(.*\\)*$/\\1\\2/'",
  "awk 'BEGIN { while (1) x++ }'",
  'awk \'BEGIN { x = "a"; while (1) x = x x }\'',
  "awk 'BEGIN { for (;;) a[i++] = i }'",
  "awk 'BEGIN { $999999999 = 1 }'",
  `awk ${quoted(`BEGIN { print ${'('.repeat(2_000)}1${')'.repeat(2_000)} }`)}`,
  'awk \'BEGIN { printf "%1000000000s", "a" }\'',
  'mkdir -p $(printf "a/%.0s" $(seq 3000)); ls /a',
  'basename $(printf "/%.0s" $(seq 3000))x',
  'echo */*/*/*/*/*/*/*',
  'printf "\\n%.0s" $(seq 20000) | wc -l; x=$(printf "\\n%.0s" $(seq 20000); echo x); echo ${#x}',
  'seq 20000 | xargs -n1 true',
  'seq 20000 | xargs echo | wc -c',
  'expr 1 : "\\(a*\\)*" ; expr 9999999999999999999999 + 1',
  `echo ${'$('.repeat(300)}echo${')'.repeat(300)}`,
  `${'{ '.repeat(500)}:${'; }'.repeat(500)}`,
  `${'if true; then '.repeat(300)}:${'; fi'.repeat(300)}`,
  'cat <<A\n$(cat <<B\n$long\nB\n)\nA',
  'trap "while :; do :; done" EXIT; exit',
  'find / -name "*" | grep -c "\\(.*\\)*" ; ls -R / | wc -l',
  'echo "$long" | fold 2>/dev/null; test "$long" = "$long"; echo "$long" | wc -lwc',
];

/** All of them: the text first, in a variable, then the command. */
export function hostileCommands(): readonly string[] {
  const commands = [
    ...expressions.flatMap((expression) => tools.map((tool) => tool(expression))),
    ...globs.flatMap((glob) => globTools.map((tool) => tool(glob))),
    ...others,
  ];
  return commands.map((each) => `long=${'a'.repeat(3_000)}\n${each}`);
}
