package org.secindex.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.GeneralCodingRules;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The arrows between the modules, and what no class may do; see the design's section 2. */
class HouseRulesTest {
  private static JavaClasses house;

  @BeforeAll
  static void read() {
    house =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.secindex");
  }

  @Test
  void allModulesAreSeen() {
    assertThat(house.stream().map(JavaClass::getPackageName))
        .contains(
            "org.secindex.api",
            "org.secindex.bench",
            "org.secindex.cli",
            "org.secindex.file",
            "org.secindex.ingest",
            "org.secindex.mysql",
            "org.secindex.rocksdb",
            "org.secindex.testkit",
            "org.secindex.tide",
            "org.secindex.xrootd",
            "org.secindex.xrootd.client");
  }

  @Test
  void theApiNeedsNothingButTheJdkAndJspecify() {
    classes()
        .that()
        .resideInAPackage("org.secindex.api..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("org.secindex.api..", "java..", "org.jspecify..")
        .check(house);
  }

  @ParameterizedTest
  @ValueSource(strings = {"testkit", "ingest", "file", "rocksdb", "mysql", "tide"})
  void libraryModulesSeeOnlyThemselvesAndTheApi(String module) {
    noClasses()
        .that()
        .resideInAPackage("org.secindex." + module + "..")
        .should()
        .dependOnClassesThat(
            JavaClass.Predicates.resideInAPackage("org.secindex..")
                .and(
                    JavaClass.Predicates.resideOutsideOfPackages(
                        "org.secindex.api..", "org.secindex." + module + "..")))
        .check(house);
  }

  @Test
  void xrootdBuildsOnFileAlone() {
    noClasses()
        .that()
        .resideInAPackage("org.secindex.xrootd..")
        .should()
        .dependOnClassesThat(
            JavaClass.Predicates.resideInAPackage("org.secindex..")
                .and(
                    JavaClass.Predicates.resideOutsideOfPackages(
                        "org.secindex.api..", "org.secindex.file..", "org.secindex.xrootd..")))
        .check(house);
  }

  @Test
  void theBenchSeesNoBackend() {
    noClasses()
        .that()
        .resideInAPackage("org.secindex.bench..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.secindex.file..",
            "org.secindex.rocksdb..",
            "org.secindex.mysql..",
            "org.secindex.xrootd..")
        .check(house);
  }

  @Test
  void theXrootdClientStandsAlone() {
    noClasses()
        .that()
        .resideInAPackage("org.secindex.xrootd.client..")
        .should()
        .dependOnClassesThat(
            JavaClass.Predicates.resideInAPackage("org.secindex..")
                .and(JavaClass.Predicates.resideOutsideOfPackages("org.secindex.xrootd.client..")))
        .check(house);
  }

  @Test
  void nothingSeesTheCommand() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.secindex.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.secindex.cli..")
        .check(house);
  }

  @Test
  void modulesHaveNoCycles() {
    slices().matching("org.secindex.(*)..").should().beFreeOfCycles().check(house);
  }

  @Test
  void noNameSaysNothing() {
    noClasses()
        .should()
        .haveNameMatching(".*(Util|Common|Manager|Helper|Impl(?![a-z])).*")
        .check(house);
  }

  @Test
  void onlyMainEndsTheProcess() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(Main.class.getName())
        .should()
        .callMethod(System.class, "exit", int.class)
        .check(house);
  }

  @Test
  void librariesLogThroughSlf4jOnly() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.util.logging..", "ch.qos.logback..")
        .check(house);
    noClasses()
        .that()
        .resideInAnyPackage(
            "org.secindex.api..",
            "org.secindex.ingest..",
            "org.secindex.file..",
            "org.secindex.rocksdb..",
            "org.secindex.mysql..",
            "org.secindex.xrootd..",
            "org.secindex.tide..")
        .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS)
        .check(house);
  }

  @Test
  void nothingIsKeptInStaticVariables() {
    fields().that().areStatic().should().beFinal().check(house);
  }
}
