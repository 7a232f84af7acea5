// seconds: 15
import '../../../contract/command-line/demo.test.ts'
