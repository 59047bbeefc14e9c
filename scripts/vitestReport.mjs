// Vitest reporter that writes passed and failed tests as JSON to the file named by TEST_REPORT.
import { writeFileSync } from "node:fs";
import { failureLine } from "./failures.mjs";

export default class VitestReport {
  /**
   * @param {readonly import("vitest/node").TestModule[]} modules
   * @param {readonly { message?: string }[]} unhandled errors thrown outside of any test
   */
  onTestRunEnd(modules, unhandled) {
    const failures = modules.flatMap((module) => {
      const file = module.relativeModuleId;
      const tests = [...module.children.allTests("failed")];
      return [
        // A file that cannot be loaded has no tests.
        ...module.errors().map(({ message }) => failureLine([file], message)),
        ...tests.map((each) =>
          failureLine([file, each.fullName], each.result().errors?.[0]?.message),
        ),
      ];
    });
    failures.push(...unhandled.map(({ message }) => failureLine(["outside of any test"], message)));
    const passed = modules.flatMap(({ children }) => [...children.allTests("passed")]).length;
    writeFileSync(String(process.env.TEST_REPORT), JSON.stringify({ passed, failures }));
  }
}
